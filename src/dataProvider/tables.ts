import type { DataProvider, RaRecord } from 'ra-core';
import { newKey, send } from '../api/client.ts';
import type { Verb } from '../contract/access.ts';
import type { TableQuery } from '../contract/call.ts';
import type { CallName } from '../contract/index.ts';
import { idsMax } from '../contract/limits.ts';
import { callFor } from '../resources/paths.ts';
import { type Located, locate, type Registry } from './locate.ts';
import { tableQuery } from './query.ts';
import { isWithheld } from './withheld.ts';

interface Wire {
  readonly Id: number;
  readonly [field: string]: unknown;
}
interface Table {
  readonly Items: readonly Wire[];
  readonly Total: number;
}

const toRecord = (row: Wire): RaRecord => ({ ...row, id: row.Id });

/** Names come from the description, so the compiler cannot match a call with its input. */
const ask = async <Answer>(name: CallName, input: object): Promise<Answer> =>
  (await (await send(name, input)).json()) as Answer;

const checkTable = (name: string, answer: Table): Table => {
  if (Array.isArray(answer?.Items) && typeof answer.Total === 'number') return answer;
  throw new Error(`${name}: expected { Items, Total }, got keys ${Object.keys(answer ?? {}).join(', ')}`);
};

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** Only changed fields are sent, so that people who edit different fields do not undo each other. */
const changedFields = (data: Record<string, unknown>, before: Record<string, unknown> = {}) =>
  Object.fromEntries(Object.entries(data).filter(([key, value]) => key !== 'id' && !same(value, before[key])));

/** Idempotency keys of unanswered creations: resent after a lost response, a record is created once. */
const unanswered = new Map<string, string>();

type TableVerbs = Pick<DataProvider, 'getList' | 'getOne' | 'getMany' | 'create' | 'update' | 'delete'>;

/** react-admin's verbs for described resources. */
export const tableProvider = (registry: Registry): TableVerbs => {
  const find = (name: string): Located => {
    const located = locate(name, registry);
    if (!located) throw new Error(`No resource is called ${name}`);
    return located;
  };
  const callOf = (name: string, verb: Verb): CallName => {
    const call = callFor(find(name).resource, verb);
    if (!call) throw new Error(`Nobody may "${verb}" ${name}, or there is no call for it`);
    // Generated calls are not among the contract's types.
    return call as CallName;
  };
  const readOne = async (name: string, id: RaRecord['id'], signal?: AbortSignal, query?: object) =>
    toRecord(await ask<Wire>(callOf(name, 'one'), { params: { id }, query, signal }));
  const readTable = async (name: string, query: TableQuery, signal?: AbortSignal): Promise<Table> => {
    const { resource, split } = find(name);
    if (resource.split && !split) throw new Error(`${name} is split: ask for one of its parts`);
    const call = callOf(name, 'list');
    const params = resource.split ? { [resource.split.parameter]: split } : {};
    return checkTable(call, await ask<Table>(call, { params, query, signal }));
  };

  const verbs = {
    async getList(name: string, params: Parameters<DataProvider['getList']>[1]) {
      const { resource } = find(name);
      const { Items, Total } = await readTable(name, tableQuery(resource, params), params.signal);
      const data = Items.map(toRecord).filter(({ id }) => !isWithheld(resource.name, id));
      return { data, total: Total - (Items.length - data.length) };
    },
    /** `meta.query`: query parameters beside the id. */
    async getOne(name: string, { id, signal, meta }: Parameters<DataProvider['getOne']>[1]) {
      return { data: await readOne(name, id, signal, meta?.query) };
    },
    async getMany(name: string, { ids, signal }: Parameters<DataProvider['getMany']>[1]) {
      const { resource, split } = find(name);
      // Some records of a split resource are in other lists.
      if (!callFor(resource, 'list') || (resource.split && !split))
        return { data: await Promise.all(ids.map(id => readOne(name, id, signal))) };
      const chunks = Array.from({ length: Math.ceil(ids.length / idsMax) }, (_, at) =>
        ids.slice(at * idsMax, (at + 1) * idsMax),
      );
      const pages = chunks.map(chunk => readTable(name, { ids: chunk.join(), pageSize: chunk.length }, signal));
      return { data: (await Promise.all(pages)).flatMap(({ Items }) => Items.map(toRecord)) };
    },
    async update(name: string, { id, data, previousData }: Parameters<DataProvider['update']>[1]) {
      const body = { ...changedFields(data, previousData), Version: previousData?.Version ?? data.Version };
      return { data: toRecord(await ask<Wire>(callOf(name, 'update'), { params: { id }, body })) };
    },
    async create(name: string, { data }: Parameters<DataProvider['create']>[1]) {
      const content = `${name} ${JSON.stringify(data)}`;
      const key = unanswered.get(content) ?? newKey();
      unanswered.set(content, key);
      const made = await ask<Wire>(callOf(name, 'create'), { body: data, key });
      unanswered.delete(content);
      // Some calls answer no more than who it is.
      return { data: 'Version' in made ? toRecord(made) : await readOne(name, made.Id) };
    },
    async delete(name: string, { id, previousData }: Parameters<DataProvider['delete']>[1]) {
      await ask(callOf(name, 'remove'), { params: { id }, query: { version: previousData?.Version } });
      return { data: previousData ?? { id } };
    },
  };
  // react-admin lets the caller name the record type; ours comes from the wire.
  return verbs as unknown as TableVerbs;
};
