import { readFile } from 'node:fs/promises';
import { expect, inject, it } from 'vitest';
import { databaseTypes, typesFile } from '../../scripts/database-types.ts';
import { openTestApp } from '../support/app.ts';

// Not on a cluster, because it has its own tables in addition to ours.
it.runIf(inject('databaseWorkers').length === 0)(
  'the types of the database are those of its schema (`npm run generate` writes them)',
  async () => {
    const app = await openTestApp();
    try {
      const made = await databaseTypes(app.connection.db);
      expect(await readFile(typesFile, 'utf8')).toBe(made);
    } finally {
      await app.close();
    }
  },
);
