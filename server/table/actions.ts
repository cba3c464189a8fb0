import type { Field } from '../../src/kinds/field.ts';
import { type Action, actionNamed, canAct } from '../../src/resources/define.ts';
import type { Caller, Changes, Context, Tx } from '../context.ts';
import { DomainError } from '../errors.ts';
import { checkAsked, normalisedAsked } from './asked.ts';
import type { Values } from './checks.ts';
import { requireMayChange } from './choiceRights.ts';
import type { Presenting, Row, Table } from './define.ts';
import type { DescribedHandler, DescribedRequest } from './described.ts';
import { asking } from './presenting.ts';
import { present, readRecord, selectOne, tellRecord } from './records.ts';

type Work = (tx: Tx, record: Row) => Promise<Changes>;

/** One action on one record, as its rule is given it. */
export interface Acting {
  readonly request: DescribedRequest;
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
  /** Puts the secret that the description names into the answer, and nowhere else. */
  readonly showOnce: (secret: string) => void;
}

export type ActionRule = (acting: Acting) => Promise<void>;
/** What the actions of the descriptions do, by resource and name. */
export type ActionRules = { readonly [resource: string]: { readonly [action: string]: ActionRule } };

/** Says what stands against it, in the caller's language. */
const notNow = ({ resource }: Table, action: Action, record: Row, { locale }: Presenting): DomainError => {
  const [name = ''] =
    Object.entries(action.when ?? {}).find(([field, values]) => !values.includes(record[field])) ?? [];
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

/** Answers the call of a described action. A description whose action nobody does is found out here, at the start. */
export const actionHandler = (
  context: Context,
  entries: Presenting['entries'],
  table: Table,
  rules: ActionRules,
  name: string,
): DescribedHandler => {
  const { resource } = table;
  const action = actionNamed(resource, name);
  const rule = rules[resource.name]?.[name];
  if (!rule) throw new Error(`Nobody does the action "${name}" of ${resource.name}.`);
  return async request => {
    const by = asking(context, entries, request);
    const { id } = request.params;
    const fields = action.asks?.fields ?? {};
    const asked = normalisedAsked(fields, request.body);
    await checkAsked(context.db, fields, by, asked);
    const require = (record: Row, caller: Caller = request.caller): Row => {
      requireMayChange(resource, caller, record);
      if (!canAct(action, record)) throw notNow(table, action, record, by.how);
      return record;
    };
    const reason = typeof asked.Reason === 'string' && asked.Reason !== '' ? asked.Reason : undefined;
    let answer: object = {};
    const change: Acting['change'] = async (work, hold) => {
      answer = await request.change(async tx => {
        const caller = await hold?.(tx);
        const record = require(await present(tx.db, table, by, await selectOne(tx.db, table, by, id, true)), caller);
        const changes = await work(tx, record);
        await tx.audit({ entity: resource.entity, entityId: id, action: name, reason, changes });
        tellRecord(tx, table, id, name);
        return action.removes ? { Done: true as const } : readRecord(tx.db, table, by, id);
      });
    };
    const record = require(await readRecord(context.db, table, by, id));
    let shown = {};
    const showOnce = (secret: string) => {
      if (action.secret) shown = { [action.secret]: secret };
    };
    await rule({ request, id, record, asked, change, showOnce });
    return { ...answer, ...shown };
  };
};
