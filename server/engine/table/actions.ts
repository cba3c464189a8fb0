import type { Values } from '../../../src/contract/describedTypes.ts';
import { type Action, actionByName, isActionAllowed } from '../../../src/schema/define.ts';
import type { Field } from '../../../src/schema/kinds/field.ts';
import type { Context, Request } from '../../context.ts';
import { DomainError, notFound } from '../../errors.ts';
import type { Caller, Changes, Tx } from '../../transaction.ts';
import { checkActionValues, normaliseActionValues } from './actionValues.ts';
import { requireMayChange } from './choiceRights.ts';
import type { KeepForUndo, PresentContext, RequestContext, Row, Table, Undo } from './define.ts';
import { moveRecord } from './moves.ts';
import { emitRecord, presentRecord, readRecord, removeRecord, selectRecord } from './records.ts';
import { type DescribedHandler, toRequestContext } from './requestContext.ts';
import { saveRecord } from './saving.ts';

type ActionWork = (tx: Tx, record: Row) => Promise<Changes>;
/** Runs `work` in one transaction: the one of the request, or in a bulk action one for each record. */
export type Change = Request['change'];

export interface ActionRun {
  readonly caller: Caller;
  readonly id: number;
  /** The record as it was read without a lock. Another request may change the record until `change` locks it. */
  readonly record: Row;
  readonly values: Values;
  /**
   * Runs `work` in one transaction and resolves after the commit. The record that `work` gets is locked and still
   * matches the action's condition. The changes that `work` returns are stored in the history. `hold` runs first. It
   * takes further locks, always in the same order. It returns the caller with their current roles, because a role may
   * have been removed.
   */
  readonly change: (work: ActionWork, hold?: (tx: Tx) => Promise<Caller>) => Promise<void>;
  readonly keep: KeepForUndo;
  /** Adds a secret to the answer, under the name that the description gives. The secret is stored nowhere else. */
  readonly showOnce: (secret: string) => void;
}

export interface ActionRule {
  readonly act: (actionRun: ActionRun) => Promise<void>;
  /** Undoes an action that changed more than the record's own columns. */
  readonly undo?: Undo;
  /** Takes further locks before the record is locked for an undo. Returns the caller with their current roles. */
  readonly lockForUndo?: (tx: Tx, caller: Caller) => Promise<Caller>;
}
/** Server functions of the described actions (the rules), by resource and action name. */
export type ActionRules = { readonly [resource: string]: { readonly [action: string]: ActionRule } };

const notAllowedError = ({ resource }: Table, action: Action, record: Row, { locale }: PresentContext): DomainError => {
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

const needsRule = ({ call, fromStates, valuesToWrite, verb }: Action): boolean =>
  call === undefined && fromStates === undefined && valuesToWrite === undefined && verb === undefined;

/** Returns the rule of an action. Throws at start if the rule is missing, or if an undoable action has no undo. */
export const ruleOf = ({ resource }: Table, rules: ActionRules, name: string): ActionRule | undefined => {
  const action = actionByName(resource, name);
  const rule = rules[resource.name]?.[name];
  if (needsRule(action) && !rule) throw new Error(`Nobody does the action "${name}" of ${resource.name}.`);
  if (action.bulk && action.call !== undefined)
    throw new Error(`"${name}" of ${resource.name} is a call of its own: it cannot be done to many.`);
  return rule;
};

export interface ActionServices {
  readonly context: Context;
  readonly entries: PresentContext['entries'];
  readonly rules: ActionRules;
}

interface ActionInput {
  readonly change: Change;
  readonly id: number;
  readonly values: Values;
  readonly keep: KeepForUndo;
  /** Reads the changed record for the answer of a single action. A bulk action does not call this function. */
  readonly read: (tx: Tx) => Promise<object>;
}

const runRule = async (
  { context, rules }: ActionServices,
  table: Table,
  requestContext: RequestContext,
  name: string,
  { change, id, values: body, keep, read }: ActionInput,
): Promise<object> => {
  const { resource } = table;
  const action = actionByName(resource, name);
  const rule = ruleOf(table, rules, name);
  const fields = action.dialog?.fields ?? {};
  const actionValues = normaliseActionValues(fields, body);
  await checkActionValues(context.db, fields, requestContext, actionValues);
  const requireAllowed = (record: Row, caller: Caller = requestContext.caller): Row => {
    requireMayChange(resource, caller, record);
    if (!isActionAllowed(resource, action, record))
      throw notAllowedError(table, action, record, requestContext.presentContext);
    return record;
  };
  const reason =
    typeof actionValues.Reason === 'string' && actionValues.Reason !== '' ? actionValues.Reason : undefined;
  let answer: object = {};
  const changeRecord: ActionRun['change'] = async (work, hold) => {
    answer = await change(async tx => {
      const caller = await hold?.(tx);
      const record = requireAllowed(
        await presentRecord(tx.db, table, requestContext, await selectRecord(tx.db, table, requestContext, id, true)),
        caller,
      );
      const changes = await work(tx, record);
      await tx.audit({ entity: resource.entity, entityId: id, action: name, reason, changes });
      emitRecord(tx, table, id, name);
      return action.removes ? { Done: true as const } : read(tx);
    });
  };
  const record = requireAllowed(await readRecord(context.db, table, requestContext, id));
  let secretProperties = {};
  const showOnce = (secret: string) => {
    if (action.secretProperty) secretProperties = { [action.secretProperty]: secret };
  };
  await rule?.act({
    caller: requestContext.caller,
    id,
    record,
    values: actionValues,
    change: changeRecord,
    keep,
    showOnce,
  });
  return { ...answer, ...secretProperties };
};

/**
 * Returns the values to write if the action only sets fields: the values of its form, or fixed values. Undefined for an
 * action that has a server function of its own.
 */
export const valuesToSet = ({ valuesToWrite }: Action, dialogValues: Values): Values | undefined =>
  valuesToWrite === 'dialog' ? dialogValues : valuesToWrite;

/** Runs an action on one record as its description says. An API call runs it for one record, a job for many. */
export const runAction = async (
  services: ActionServices,
  table: Table,
  requestContext: RequestContext,
  name: string,
  input: ActionInput,
): Promise<object> => {
  const action = actionByName(table.resource, name);
  const { change, id, values: dialogValues, keep, read } = input;
  const { verb, fromStates } = action;
  const values = valuesToSet(action, dialogValues);
  if (verb === 'remove')
    return change(async tx => {
      await removeRecord(tx, table, requestContext, id, undefined);
      return { Done: true as const };
    });
  if (values !== undefined)
    return change(async tx => {
      const Version = await saveRecord(tx, table, requestContext, id, values, changes => {
        keep({ Values: Object.fromEntries(changes.map(({ field, before }) => [field, before])) });
        emitRecord(tx, table, id, 'update');
      });
      keep({ Version });
      return read(tx);
    });
  if (fromStates !== undefined)
    return change(async tx => {
      await moveRecord(services.context, tx, table, requestContext, id, name, dialogValues, keep);
      return read(tx);
    });
  return runRule(services, table, requestContext, name, input);
};

/** Returns the handler of a described action. Throws at start if the action has no rule. */
export const actionHandler = (services: ActionServices, table: Table, name: string): DescribedHandler => {
  ruleOf(table, services.rules, name);
  return ({ change, params: { id }, body, ...request }) => {
    if (id === undefined) throw notFound();
    const requestContext = toRequestContext(services.context, services.entries, request);
    const readAnswer = (tx: Tx) => readRecord(tx.db, table, requestContext, id);
    return runAction(services, table, requestContext, name, {
      change,
      id,
      values: body ?? {},
      keep: () => {},
      read: readAnswer,
    });
  };
};
