import type { CommonDictionary } from '../../src/contract/dictionaries.ts';
import type { Resource, Verb } from '../../src/resources/define.ts';
import type { Context, Request } from '../context.ts';
import type { Dictionaries } from '../modules/info/dictionaries.ts';
import type { Values } from './checks.ts';
import { readList } from './list.ts';
import { type PlainTable, plainTable } from './plain.ts';
import { presenting } from './presenting.ts';
import { createRecord, readRecord, removeRecord, updateRecord } from './records.ts';
import type { Query } from './statement.ts';

/** A request of a generated call: the description has validated it, so the compiler knows its parts by role only. */
type Generated = Omit<Request, 'params' | 'query' | 'body' | 'caller'> & {
  readonly caller: NonNullable<Request['caller']>;
  readonly params: { readonly id: number };
  readonly query: Query;
  readonly body: Values;
};
export type GeneratedHandler = (request: Generated) => Promise<unknown>;

/** Titles of what was chosen from dictionaries, in the caller's language. */
const withDictionaries = (table: PlainTable, { title }: Dictionaries): PlainTable => {
  const chosen = Object.entries(table.resource.fields).filter(([, { dictionary, idField }]) => dictionary && idField);
  return {
    ...table,
    present: (row, { locale }) => {
      for (const [name, { dictionary, idField = '' }] of chosen)
        row[name] =
          typeof row[idField] === 'number'
            ? title(locale, dictionary as CommonDictionary, row[idField] as number)
            : null;
    },
  };
};

/** What answers the calls that a description makes. */
export const generatedHandlers = (
  context: Context,
  dictionaries: Dictionaries,
  resource: Resource,
): { readonly [V in Verb]: GeneratedHandler } => {
  const table = withDictionaries(plainTable(resource), dictionaries);
  const asking = (request: Generated) => ({ caller: request.caller, how: presenting(context, request) });
  return {
    list: request =>
      readList(context, table, {
        caller: request.caller,
        query: request.query,
        how: presenting(context, request),
        signal: request.signal,
      }),
    one: request => readRecord(context.db, table, asking(request), request.params.id),
    create: request => request.change(tx => createRecord(tx, table, asking(request), request.body, dictionaries.has)),
    update: request =>
      request.change(tx => updateRecord(tx, table, asking(request), request.params.id, request.body, dictionaries.has)),
    remove: request =>
      request.change(async tx => {
        await removeRecord(tx, table, asking(request), request.params.id, request.query.version as number | undefined);
        return { Done: true as const };
      }),
  };
};
