/**
 * Where a table lies when the database is a cluster (Citus): `company` and `object` are spread over its machines by
 * `company_id` and `object_id`, `reference` is whole on every one, `local` is on the coordinator alone.
 */
export type Place = 'company' | 'object' | 'reference' | 'local';
export type Places = Readonly<Record<string, Place>>;
