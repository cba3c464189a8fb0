import { sql } from 'kysely';
import { dictionaryEntries } from '../../../src/resources/dictionaryEntries.ts';
import { advisoryLock } from '../../db/advisoryLock.ts';
import { defineTable } from '../../engine/table/define.ts';

export const dictionaryEntriesTable = defineTable(dictionaryEntries, {
  /** Gives a new entry the next code of its dictionary. Codes are unique within a dictionary and are never reused. */
  defaults: async ({ db }, { Dictionary }) => {
    await advisoryLock(db, `dictionary:${String(Dictionary)}`);
    const { rows } = await sql<{ code: number }>`
      select coalesce(max(code), 0) + 1 as code from dictionary_entry where dictionary = ${Dictionary}`.execute(db);
    return { code: rows[0]?.code };
  },
  computed: { reads: ['TitleEn'] },
  present: (row, { locale }) => {
    if (locale === 'en') row.Title = row.TitleEn;
  },
});
