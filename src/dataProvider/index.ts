import { combineDataProviders, type DataProvider, type Identifier } from 'react-admin';
import type { Verb } from '../contract/access.ts';
import type { TableQuery } from '../contract/call.ts';
import type { CallName } from '../contract/index.ts';
import { idsMax } from '../contract/limits.ts';
import { resources } from '../resources/index.ts';
import { callFor } from '../schema/paths.ts';
import { type ListLocation, locateList, type Registry } from './locate.ts';
import { locateNested, nestedProvider } from './nested.ts';
import { isPendingRemoval } from './pendingRemovals.ts';
import { tableQuery } from './query.ts';
import { createOnce, recordConverter, request, type WireRecord } from './request.ts';
import { simpleRest } from './simpleRest.ts';

interface TablePage {
  readonly Items: readonly WireRecord[];
  readonly Total: number;
}

const checkTablePage = (name: string, answer: TablePage): TablePage => {
  if (Array.isArray(answer?.Items) && typeof answer.Total === 'number') return answer;
  throw new Error(`${name}: expected { Items, Total }, got keys ${Object.keys(answer ?? {}).join(', ')}`);
};

const isEqual = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/**
 * Returns only the changed fields of a form, so that people who edit different fields do not undo each other's changes.
 */
const changedFields = (data: Record<string, unknown>, previous: Record<string, unknown> = {}) =>
  Object.fromEntries(Object.entries(data).filter(([key, value]) => key !== 'id' && !isEqual(value, previous[key])));

type TableMethods = Pick<DataProvider, 'getList' | 'getOne' | 'getMany' | 'create' | 'update' | 'delete'> & {
  /** Reads a separate part of a record, such as a track. */
  readonly getDetail: (
    resource: string,
    params: { id: Identifier; detail: string; query?: object; signal?: AbortSignal },
  ) => Promise<{ data: unknown }>;
  /** Takes or renews the lease of a record. `meta`: query parameters of the API call. */
  readonly lock: (resource: string, params: { id: Identifier; meta?: object }) => Promise<{ data: unknown }>;
  /** Releases the lease of a record. The request is also sent while the browser leaves the page. */
  readonly unlock: (resource: string, params: { id: Identifier }) => Promise<{ data: unknown }>;
};

/** Returns react-admin's data methods (`getList`, `create` and others) for resources that have a description. */
const tableProvider = (registry: Registry): TableMethods => {
  const requireList = (name: string): ListLocation => {
    const located = locateList(name, registry);
    if (!located) throw new Error(`No resource is called ${name}`);
    return located;
  };
  const resolveCall = (name: string, verb: Verb): CallName => {
    const call = callFor(requireList(name).resource, verb);
    if (!call) throw new Error(`Nobody may "${verb}" ${name}, or there is no call for it`);
    // The cast is needed, because the types of the API contract lack the calls that are generated from descriptions.
    return call as CallName;
  };
  const toRecord = (name: string, row: WireRecord) => recordConverter(requireList(name).resource)(row);
  const readOne = async (name: string, id: Identifier, signal?: AbortSignal, query?: object) =>
    toRecord(name, await request<WireRecord>(resolveCall(name, 'one'), { params: { id }, query, signal }));
  /** Returns an API call that the description of the resource names. Throws if the description does not name it. */
  const requireCall = (call: CallName | undefined, purpose: string): CallName => {
    if (!call) throw new Error(`There is no call for ${purpose}`);
    return call;
  };
  const readTablePage = async (name: string, query: TableQuery, signal?: AbortSignal): Promise<TablePage> => {
    const { resource, split } = requireList(name);
    if (resource.split && !split) throw new Error(`${name} is split: ask for one of its parts`);
    const call = resolveCall(name, 'list');
    const params = resource.split ? { [resource.split.parameter]: split } : {};
    return checkTablePage(call, await request<TablePage>(call, { params, query, signal }));
  };

  const verbs = {
    async getList(name: string, params: Parameters<DataProvider['getList']>[1]) {
      const { resource } = requireList(name);
      const { Items, Total } = await readTablePage(name, tableQuery(resource, params), params.signal);
      const data = Items.map(recordConverter(resource)).filter(({ id }) => !isPendingRemoval(resource.name, id));
      return { data, total: Total - (Items.length - data.length) };
    },
    /** `meta.query`: additional query parameters of the API call. */
    async getOne(name: string, { id, signal, meta }: Parameters<DataProvider['getOne']>[1]) {
      const data = await readOne(name, id, signal, meta?.query).catch((error: unknown) => {
        // An aborted request is not logged, because the user has only left the page.
        if (!signal?.aborted) console.error(`Error fetching ${requireList(name).resource.entity} details`, error);
        throw error;
      });
      return { data };
    },
    async getMany(name: string, { ids, signal }: Parameters<DataProvider['getMany']>[1]) {
      const { resource, split } = requireList(name);
      // A resource with several lists (`split` of the description) has no common list, so each record is read by its
      // id.
      if (!callFor(resource, 'list') || (resource.split && !split))
        return { data: await Promise.all(ids.map(id => readOne(name, id, signal))) };
      const chunks = Array.from({ length: Math.ceil(ids.length / idsMax) }, (_, index) =>
        ids.slice(index * idsMax, (index + 1) * idsMax),
      );
      const pages = chunks.map(chunk => readTablePage(name, { ids: chunk.join(), pageSize: chunk.length }, signal));
      return { data: (await Promise.all(pages)).flatMap(({ Items }) => Items.map(recordConverter(resource))) };
    },
    /** `meta.action`: name of an action. The API call of this action then makes the change. */
    async update(name: string, { id, data, previousData, meta }: Parameters<DataProvider['update']>[1]) {
      const { action } = meta ?? {};
      const call = action
        ? requireCall(requireList(name).resource.actions?.[action]?.call, `"${action}" of ${name}`)
        : resolveCall(name, 'update');
      const body = { ...changedFields(data, previousData), Version: previousData?.Version ?? data.Version };
      return { data: toRecord(name, await request<WireRecord>(call, { params: { id }, body })) };
    },
    async create(name: string, { data }: Parameters<DataProvider['create']>[1]) {
      const created = await createOnce(resolveCall(name, 'create'), { body: data });
      // Some API calls answer only with the id, so the new record is read. A failure of this reading is ignored,
      // because the record exists.
      const createdRecord = () => toRecord(name, created);
      return { data: 'Version' in created ? createdRecord() : await readOne(name, created.Id).catch(createdRecord) };
    },
    async delete(name: string, { id, previousData }: Parameters<DataProvider['delete']>[1]) {
      await request(resolveCall(name, 'remove'), { params: { id }, query: { version: previousData?.Version } });
      return { data: previousData ?? { id } };
    },
    async getDetail(name: string, { id, detail, query, signal }: Parameters<TableMethods['getDetail']>[1]) {
      const call = requireCall(requireList(name).resource.details?.[detail], `${detail} of ${name}`);
      return { data: await request(call, { params: { id }, query, signal }) };
    },
    async lock(name: string, { id, meta }: Parameters<TableMethods['lock']>[1]) {
      return {
        data: await request(requireCall(requireList(name).resource.lease?.claimCall, `locking ${name}`), {
          params: { id },
          query: meta,
        }),
      };
    },
    async unlock(name: string, { id }: Parameters<TableMethods['unlock']>[1]) {
      const call = requireCall(requireList(name).resource.lease?.releaseCall, `unlocking ${name}`);
      return { data: await request(call, { params: { id }, keepalive: true }) };
    },
  };
  // The cast is needed: react-admin lets the caller choose the record type, but here the API defines it.
  return verbs as unknown as TableMethods;
};

export type CabinetProvider = DataProvider & TableMethods;

/**
 * Creates react-admin's data provider. Resources with a description, and their nested records, use the API calls of
 * their descriptions. All other names use simple REST under /api/v3/.
 */
export const createDataProvider = (registry: Registry = resources): CabinetProvider => {
  const rest = simpleRest();
  // react-admin's verbs without an API call reach the simple REST provider. The server answers 404, which reports the
  // mistake.
  const tables: DataProvider = { ...rest, ...tableProvider(registry) };
  const nested: DataProvider = { ...rest, ...nestedProvider(registry) };
  const providerFor = (name: string) => {
    if (locateList(name, registry)) return tables;
    return locateNested(name, registry) ? nested : rest;
  };
  return combineDataProviders(providerFor) as CabinetProvider;
};

export const dataProvider = createDataProvider();
