import type { DataProvider, Identifier } from 'react-admin';
import { upload } from '../api/upload.ts';
import type { Nested } from '../schema/define.ts';
import type { Registry } from './locate.ts';
import { make, recordsOf, request, type WireRecord } from './request.ts';

/** `of`: id of the record that owns the nested records. `onProgress` receives the uploaded share of a file, 0…1. */
interface Meta {
  readonly of: Identifier;
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
}

const toRecord = recordsOf({ fields: {} });

/** Returns the description of a nested resource, such as `accidents.notes`. */
export const locateNested = (name: string, registry: Registry): Nested | undefined => {
  const [owner = '', nested = ''] = name.split('.');
  return registry[owner]?.nested?.[nested];
};

/**
 * Returns the query keys of a record, its separate parts and its nested records. Without `id`: of all records of the
 * resource.
 */
export const keysOfRecord = ({ name, nested = {} }: Registry[string], id?: number): readonly (readonly unknown[])[] => [
  [name, 'getOne', ...(id === undefined ? [] : [{ id: String(id) }])],
  [name, 'getDetail', ...(id === undefined ? [] : [{ id }])],
  ...Object.keys(nested).map(each => keyOfNested(name, each, id)),
];

export const keyOfNested = (owner: string, nested: string, of?: number): readonly unknown[] => [
  `${owner}.${nested}`,
  'getList',
  ...(of === undefined ? [] : [{ meta: { of } }]),
];

type NestedVerbs = Pick<DataProvider, 'getList' | 'create' | 'update' | 'delete'>;

/** react-admin's verbs for nested records. `create` takes the fields, or one `file`. */
export const nestedProvider = (registry: Registry): NestedVerbs => {
  const callOf = (name: string, verb: keyof Nested['calls'], { of }: Meta, id?: Identifier) => {
    const nested = locateNested(name, registry);
    const call = nested?.calls[verb];
    if (!call) throw new Error(`There is no call to "${verb}" ${name}`);
    return { call, params: { id: of, [nested.id]: id } };
  };
  const verbs = {
    async getList(name: string, { meta, signal }: Parameters<DataProvider['getList']>[1]) {
      const { call, params } = callOf(name, 'list', meta);
      const rows = await request<readonly WireRecord[]>(call, { params, signal });
      return { data: rows.map(toRecord), total: rows.length };
    },
    async create(name: string, { data, meta }: Parameters<DataProvider['create']>[1]) {
      const { call, params } = callOf(name, 'create', meta);
      const { file } = data;
      const made = file instanceof File ? upload(call, params, file, meta) : make(call, { params, body: data });
      return { data: toRecord((await made) as WireRecord) };
    },
    async update(name: string, { id, data, meta }: Parameters<DataProvider['update']>[1]) {
      const { call, params } = callOf(name, 'update', meta, id);
      return { data: toRecord(await request<WireRecord>(call, { params, body: data })) };
    },
    async delete(name: string, { id, previousData, meta }: Parameters<DataProvider['delete']>[1]) {
      const { call, params } = callOf(name, 'remove', meta, id);
      await request(call, { params });
      return { data: previousData ?? { id } };
    },
  };
  // The cast is needed, because react-admin lets the caller choose the record type, but here the wire defines it.
  return verbs as unknown as NestedVerbs;
};
