/**
 * Placement of a table in a cluster (Citus): `company` and `object` are distributed by `company_id` and `object_id`,
 * `reference` is replicated to every node, `local` stays on the coordinator.
 */
export type TablePlacement = 'company' | 'object' | 'reference' | 'local';
export type TablePlacements = Readonly<Record<string, TablePlacement>>;
