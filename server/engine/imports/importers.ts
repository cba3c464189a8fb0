import { sql } from 'kysely';
import type { TouchedRecord } from '../../../src/contract/shapes/imports.ts';
import { isGenerated } from '../../../src/schema/paths.ts';
import { queryRunnerOf } from '../../db/read.ts';
import { normalisedBody } from '../table/checks.ts';
import { requireMayChange } from '../table/choiceRights.ts';
import type { Registry, Table } from '../table/define.ts';
import type { ImportedRecord, Importer, Importers } from '../table/importer.ts';
import { createRecords, deleteRecords, readRecordsOfCompany } from '../table/records.ts';
import { findReferencedIds, referenceFaultsOf } from '../table/references.ts';

const idsOf = (imported: readonly ImportedRecord[]): number[] => imported.map(({ id }) => id);

/** Returns the importer of a resource that has no importer of its own. Everything follows from its description. */
const describedImporter = (registry: Registry, table: Table): Importer => {
  const { resource, source } = table;
  return {
    tables: [source, 'import_record'],
    uniqueInFile: [],
    compare: async (db, { caller }, rows) => {
      const bodies = rows.map(({ values }) => normalisedBody(table, values));
      requireMayChange(resource, caller, ...bodies);
      const referenceFaults = await referenceFaultsOf(queryRunnerOf(db), registry, resource, caller.companyId, bodies);
      return rows.flatMap(({ row }, at) =>
        [...(table.validate?.(bodies[at] ?? {}) ?? []), ...(referenceFaults[at] ?? [])].map(fault => ({
          row,
          ...fault,
          grave: true,
        })),
      );
    },
    create: async (tx, requestContext, bodies) =>
      (await createRecords(tx, table, requestContext, bodies)).map(id => ({ id, createdIds: {} })),
    touched: async (db, companyId, imported) => {
      const ids = idsOf(imported);
      const records = await readRecordsOfCompany(db, table, companyId, ids);
      const recordById = new Map(records.map(record => [record.Id, record]));
      const referencedIds = await findReferencedIds(queryRunnerOf(db), registry, resource, companyId, ids);
      return ids.flatMap(id => {
        const record = recordById.get(id);
        const touchedAs = (Why: TouchedRecord['Why']) => [
          { Id: id, Title: String(record?.[resource.title] ?? ''), Why },
        ];
        if (!record) return touchedAs('removed');
        if (record.Version !== 1) return touchedAs('changed');
        return referencedIds.has(id) ? touchedAs('referenced') : [];
      });
    },
    lock: async ({ db }, companyId, imported) => {
      await sql`select id from ${sql.table(source)} where company_id = ${companyId}
        and id = any(${idsOf(imported)}::bigint[]) order by id for update`.execute(db);
    },
    remove: async (tx, companyId, imported) =>
      deleteRecords(tx, table, companyId, await readRecordsOfCompany(tx.db, table, companyId, idsOf(imported))),
  };
};

/**
 * Returns the importers of all resources that are described with `imports`. `ownImporters`: importers that modules
 * define. Throws for a resource whose create call is not generated and that has no importer of its own.
 */
export const makeImporters = (
  registry: Registry,
  ownImporters: { readonly [resource: string]: Importer },
): Importers => {
  const describedImporters = Object.values(registry.tables)
    .filter(({ resource: { name, imports } }) => imports && !ownImporters[name])
    .map(table => {
      const { name } = table.resource;
      if (!isGenerated(table.resource, 'create'))
        throw new Error(`The records of "${name}" have a create call of their own, and no module defines an importer.`);
      return [name, describedImporter(registry, table)] as const;
    });
  const importers: { readonly [resource: string]: Importer } = {
    ...ownImporters,
    ...Object.fromEntries(describedImporters),
  };
  return {
    names: Object.keys(importers),
    of: name => {
      const importer = importers[name];
      if (!importer) throw new Error(`Records of "${name}" cannot be imported from files.`);
      return importer;
    },
  };
};
