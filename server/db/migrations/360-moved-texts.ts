import { type Kysely, sql } from 'kysely';

export const placements = {};

/** Texts of the cabinet that have a key in another group since this release, with their former keys as patterns. */
const movedTexts = [
  ['^lists[.]export[.](?!title$|origin[.])(.+)$', 'exports.'],
  ['^frame[.]cart[.](?!open$)(.+)$', 'exports.basket.'],
  ['^lists[.]operator[.](.+)$', 'admin.operatorCases.'],
  ['^lists[.]views[.](?!title$|missing$)(.+)$', 'views.'],
] as const;

/** Keeps texts that an installation has changed under the new keys. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const [pattern, group] of movedTexts)
    await sql`update ui_text set key = regexp_replace(key, ${pattern}, ${group} || '\\1') where key ~ ${pattern}`.execute(
      db,
    );
};
