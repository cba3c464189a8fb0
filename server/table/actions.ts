import type { Values } from '../../src/contract/described.ts';
import type { Field } from '../../src/kinds/field.ts';
import { type Action, actionNamed, canAct } from '../../src/resources/define.ts';
import type { Caller, Changes, Context, Request, Tx } from '../context.ts';
import { DomainError, notFound } from '../errors.ts';
import { checkAsked, normalisedAsked } from './asked.ts';
import { requireMayChange } from './choiceRights.ts';
import type { Asking, Keep, Presenting, Row, Table, Undo } from './define.ts';
import type { DescribedHandler } from './described.ts';
import { moveRecord } from './moves.ts';
import { asking } from './presenting.ts';
import { present, readRecord, removeRecord, selectOne, tellRecord } from './records.ts';
import { saveRecord } from './saving.ts';

type Work = (tx: Tx, record: Row) => Promise<Changes>;
/** Runs work in one transaction: that of a call, or of one record among many. */
export type Change = Request['change'];

/** One action on one record, as its rule is given it. */
export interface Acting {
  readonly caller: Caller;
  readonly id: number;
  /** The record as it was found; somebody may change it before `change` holds it. */
  readonly record: Row;
  /** What was filled in, in the one spelling it is kept in. */
  readonly asked: Values;
  /**
   * Does the work in one transaction and answers once it is committed. The record that `work` is given is held, and still one
   * that the action is for; what `work` answers stands in the history. `hold` comes before: what else must be held,
   * always in the same order. It answers the caller as they are then, who may have lost a role meanwhile.
   */
  readonly change: (work: Work, hold?: (tx: Tx) => Promise<Caller>) => Promise<void>;
  readonly keep: Keep;
  /** Puts the secret that the description names into the answer, and nowhere else. */
  readonly showOnce: (secret: string) => void;
}

export interface ActionRule {
  readonly act: (acting: Acting) => Promise<void>;
  /** Of one that can be undone: what it changed beside the record's own columns. */
  readonly undo?: Undo;
  /** What is held before a record whose action is undone; answers the caller as they are then. */
  readonly holdForUndo?: (tx: Tx, caller: Caller) => Promise<Caller>;
}
/** What the actions of the descriptions do, by resource and name. */
export type ActionRules = { readonly [resource: string]: { readonly [action: string]: ActionRule } };

/** Says what stands against it, in the caller's language. */
const notNow = ({ resource }: Table, action: Action, record: Row, { locale }: Presenting): DomainError => {
  const [name = ''] =
    Object.entries(action.when ?? {}).find(([field, values]) => !values.includes(record[field] ?? null)) ?? [];
  const field: Field | undefined = resource.fields[name];
  const value = String(record[name] ?? '—');
  return new DomainError('ACTION_NOT_ALLOWED', {
    values: {
      action: action.label[locale],
      field: field?.label?.[locale] ?? name,
      value: field?.choiceLabels?.[value]?.[locale] ?? value,
    },
  });
};

const isRuled = ({ call, from, set, verb }: Action): boolean =>
  call === undefined && from === undefined && set === undefined && verb === undefined;

/** An action whose work nobody does, or that nobody could undo, keeps the server from starting. */
export const ruleOf = ({ resource }: Table, rules: ActionRules, name: string): ActionRule | undefined => {
  const action = actionNamed(resource, name);
  const rule = rules[resource.name]?.[name];
  if (isRuled(action) && !rule) throw new Error(`Nobody does the action "${name}" of ${resource.name}.`);
  if (action.bulk && action.call !== undefined)
    throw new Error(`"${name}" of ${resource.name} is a call of its own: it cannot be done to many.`);
  return rule;
};

/** What does actions needs beside the record. */
export interface ActionServices {
  readonly context: Context;
  readonly entries: Presenting['entries'];
  readonly rules: ActionRules;
}

interface ActionInput {
  readonly change: Change;
  readonly id: number;
  readonly asked: Values;
  readonly keep: Keep;
  /** What the answer is; nobody reads one of many. */
  readonly read: (tx: Tx) => Promise<object>;
}

const ruledAct = async (
  { context, rules }: ActionServices,
  table: Table,
  by: Asking,
  name: string,
  { change, id, asked: body, keep, read }: ActionInput,
): Promise<object> => {
  const { resource } = table;
  const action = actionNamed(resource, name);
  const rule = ruleOf(table, rules, name);
  const fields = action.asks?.fields ?? {};
  const asked = normalisedAsked(fields, body);
  await checkAsked(context.db, fields, by, asked);
  const require = (record: Row, caller: Caller = by.caller): Row => {
    requireMayChange(resource, caller, record);
    if (!canAct(resource, action, record)) throw notNow(table, action, record, by.how);
    return record;
  };
  const reason = typeof asked.Reason === 'string' && asked.Reason !== '' ? asked.Reason : undefined;
  let answer: object = {};
  const work: Acting['change'] = async (inner, hold) => {
    answer = await change(async tx => {
      const caller = await hold?.(tx);
      const record = require(await present(tx.db, table, by, await selectOne(tx.db, table, by, id, true)), caller);
      const changes = await inner(tx, record);
      await tx.audit({ entity: resource.entity, entityId: id, action: name, reason, changes });
      tellRecord(tx, table, id, name);
      return action.removes ? { Done: true as const } : read(tx);
    });
  };
  const record = require(await readRecord(context.db, table, by, id));
  let shown = {};
  const showOnce = (secret: string) => {
    if (action.secret) shown = { [action.secret]: secret };
  };
  await rule?.act({ caller: by.caller, id, record, asked, change: work, keep, showOnce });
  return { ...answer, ...shown };
};

/** What an action writes that only sets fields; undefined: it does something else. */
export const valuesSet = ({ set }: Action, asked: Values): Values | undefined => (set === 'asked' ? asked : set);

/** Does an action on one record in the way its description says, whoever asks: a call for one, or a job for many. */
export const act = async (
  services: ActionServices,
  table: Table,
  by: Asking,
  name: string,
  input: ActionInput,
): Promise<object> => {
  const action = actionNamed(table.resource, name);
  const { change, id, asked, keep, read } = input;
  const { verb, from } = action;
  const values = valuesSet(action, asked);
  if (verb === 'remove')
    return change(async tx => {
      await removeRecord(tx, table, by, id, undefined);
      return { Done: true as const };
    });
  if (values !== undefined)
    return change(async tx => {
      const Version = await saveRecord(tx, table, by, id, values, changes => {
        keep({ Values: Object.fromEntries(changes.map(({ field, before }) => [field, before])) });
        tellRecord(tx, table, id, 'update');
      });
      keep({ Version });
      return read(tx);
    });
  if (from !== undefined)
    return change(async tx => {
      await moveRecord(services.context, tx, table, by, id, name, asked, keep);
      return read(tx);
    });
  return ruledAct(services, table, by, name, input);
};

/** Answers the call of a described action. A description whose action nobody does is found out here, at the start. */
export const actionHandler = (services: ActionServices, table: Table, name: string): DescribedHandler => {
  ruleOf(table, services.rules, name);
  return ({ change, params: { id }, body, ...request }) => {
    if (id === undefined) throw notFound();
    const by = asking(services.context, services.entries, request);
    const read = (tx: Tx) => readRecord(tx.db, table, by, id);
    return act(services, table, by, name, { change, id, asked: body ?? {}, keep: () => {}, read });
  };
};
