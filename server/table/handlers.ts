import type { Verb } from '../../src/contract/access.ts';
import type { Context } from '../context.ts';
import { type ActionRules, actionHandler } from './actions.ts';
import type { Presenting, Table } from './define.ts';
import type { DescribedHandler, DescribedRequest } from './described.ts';
import { readList } from './list.ts';
import { makeMove } from './moves.ts';
import { asking } from './presenting.ts';
import { createRecord, readRecord, removeRecord, updateRecord } from './records.ts';
import type { GeneratedCall } from './shapes.ts';

/** Answers a list; for a split resource, the bucket that the call or its path names. */
export const listHandler =
  (context: Context, entries: Presenting['entries'], table: Table, bucket?: string): DescribedHandler =>
  request => {
    const { split } = table.resource;
    const asked = bucket ?? (split && String(request.params[split.parameter]));
    const { query, signal } = request;
    return readList(context, table, { ...asking(context, entries, request), bucket: asked, query, signal });
  };

/** Answers a call that a description makes. */
export const describedHandler = (
  context: Context,
  entries: Presenting['entries'],
  table: Table,
  { does }: GeneratedCall,
  rules: ActionRules,
): DescribedHandler => {
  if ('verb' in does) return verbHandlers(context, entries, table)[does.verb];
  if ('action' in does) return actionHandler(context, entries, table, rules, does.action);
  return request =>
    request.change(tx =>
      makeMove(context, tx, table, asking(context, entries, request), request.params.id, does.move, request.body),
    );
};

const verbHandlers = (
  context: Context,
  entries: Presenting['entries'],
  table: Table,
): { readonly [V in Verb]: DescribedHandler } => {
  const by = (request: DescribedRequest) => asking(context, entries, request);
  return {
    list: listHandler(context, entries, table),
    one: request => readRecord(context.db, table, by(request), request.params.id),
    create: request => request.change(tx => createRecord(tx, table, by(request), request.body)),
    update: request => request.change(tx => updateRecord(tx, table, by(request), request.params.id, request.body)),
    remove: request =>
      request.change(async tx => {
        await removeRecord(tx, table, by(request), request.params.id, request.query.version as number | undefined);
        return { Done: true as const };
      }),
  };
};
