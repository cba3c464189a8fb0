import type { DataProvider, Identifier } from 'react-admin';
import { upload } from '../api/upload.ts';
import type { Nested } from '../schema/define.ts';
import type { Registry } from './locate.ts';
import { createOnce, recordConverter, request, type WireRecord } from './request.ts';

/**
 * Options of a call on nested records. `ownerId`: id of the record that owns the nested records. `onProgress` receives
 * the uploaded share of a file, 0…1.
 */
interface NestedMeta {
  readonly ownerId: Identifier;
  readonly onProgress?: (fraction: number) => void;
  readonly signal?: AbortSignal;
}

const toRecord = recordConverter({ fields: {} });

/** Returns the description of a nested resource, such as `accidents.notes`. */
export const locateNested = (name: string, registry: Registry): Nested | undefined => {
  const [owner = '', nested = ''] = name.split('.');
  return registry[owner]?.nested?.[nested];
};

/**
 * Returns the query keys of a record, of its separately fetched details and of its nested records. Without `id`: the
 * keys of all records of the resource.
 */
export const recordQueryKeys = (
  { name, nested = {} }: Registry[string],
  id?: number,
): readonly (readonly unknown[])[] => [
  [name, 'getOne', ...(id === undefined ? [] : [{ id: String(id) }])],
  [name, 'getDetail', ...(id === undefined ? [] : [{ id }])],
  ...Object.keys(nested).map(nestedName => nestedQueryKey(name, nestedName, id)),
];

export const nestedQueryKey = (owner: string, nested: string, ownerId?: number): readonly unknown[] => [
  `${owner}.${nested}`,
  'getList',
  ...(ownerId === undefined ? [] : [{ meta: { ownerId } }]),
];

type NestedVerbs = Pick<DataProvider, 'getList' | 'create' | 'update' | 'delete'>;

/** react-admin's verbs for nested records. `create` takes the new record's fields, or one `file` to upload. */
export const nestedProvider = (registry: Registry): NestedVerbs => {
  const resolveCall = (name: string, verb: keyof Nested['calls'], { ownerId }: NestedMeta, id?: Identifier) => {
    const nested = locateNested(name, registry);
    const call = nested?.calls[verb];
    if (!call) throw new Error(`There is no call to "${verb}" ${name}`);
    return { call, params: { id: ownerId, [nested.idParameter]: id } };
  };
  const verbs = {
    async getList(name: string, { meta, signal }: Parameters<DataProvider['getList']>[1]) {
      const { call, params } = resolveCall(name, 'list', meta);
      const rows = await request<readonly WireRecord[]>(call, { params, signal });
      return { data: rows.map(toRecord), total: rows.length };
    },
    async create(name: string, { data, meta }: Parameters<DataProvider['create']>[1]) {
      const { call, params } = resolveCall(name, 'create', meta);
      const { file } = data;
      const creation =
        file instanceof File ? upload(call, params, file, meta) : createOnce(call, { params, body: data });
      return { data: toRecord((await creation) as WireRecord) };
    },
    async update(name: string, { id, data, meta }: Parameters<DataProvider['update']>[1]) {
      const { call, params } = resolveCall(name, 'update', meta, id);
      return { data: toRecord(await request<WireRecord>(call, { params, body: data })) };
    },
    async delete(name: string, { id, previousData, meta }: Parameters<DataProvider['delete']>[1]) {
      const { call, params } = resolveCall(name, 'remove', meta, id);
      await request(call, { params });
      return { data: previousData ?? { id } };
    },
  };
  // The cast is needed, because react-admin lets the caller choose the record type. Here the API defines the record
  // type.
  return verbs as unknown as NestedVerbs;
};
