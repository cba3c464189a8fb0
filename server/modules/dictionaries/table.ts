import { sql } from 'kysely';
import { dictionaryEntries } from '../../../src/resources/dictionaryEntries.ts';
import { defineTable } from '../../table/define.ts';

export const dictionaryEntriesTable = defineTable(dictionaryEntries, {
  /** Codes count within a dictionary, and are never given twice. */
  made: async ({ db }, { Dictionary }) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`dictionary:${String(Dictionary)}`}, 0))`.execute(db);
    const { rows } = await sql<{ code: number }>`
      select coalesce(max(code), 0) + 1 as code from dictionary_entry where dictionary = ${Dictionary}`.execute(db);
    return { code: rows[0]?.code };
  },
});
