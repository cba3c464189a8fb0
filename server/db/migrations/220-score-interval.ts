import { type Kysely, sql } from 'kysely';

export const placements = {};

/** Parts of the first formula: weight, rate that costs half of it, and the columns of measured distance and count. */
const parts = [
  { name: 'braking', weight: 30, halfAt: 12, metres: 'watched_m', count: 'braking' },
  { name: 'acceleration', weight: 15, halfAt: 12, metres: 'watched_m', count: 'acceleration' },
  { name: 'cornering', weight: 20, halfAt: 15, metres: 'watched_m', count: 'cornering' },
  { name: 'directionChange', weight: 10, halfAt: 10, metres: 'sensed_m', count: 'direction_change' },
] as const;
/** Weight of the night, which adds nothing to the interval. */
const nightWeight = 10;
/** Means and k of the first formula, for companies that have not measured theirs. */
const defaultMeans = {
  braking: { rate: 5, k: 0.8 },
  acceleration: { rate: 3, k: 0.8 },
  cornering: { rate: 3, k: 0.8 },
  directionChange: { rate: 2, k: 1 },
};

const varianceSql = parts
  .map(({ name, weight, halfAt, metres, count }) => {
    const mean = (key: string) => `(means->'${name}'->>'${key}')::float8`;
    const exposure = `(${metres} / 100000.0::float8
      * (1 + 0.5 * case when context_m > 0 then complication_m::float8 / context_m / 100 else 0 end))`;
    const counted = `(${count} + ${mean('k')} * ${mean('rate')})`;
    const denominator = `(${counted} + ${halfAt} * (${exposure} + ${mean('k')}))`;
    const kept = `(1 - ${counted} / ${denominator})`;
    return `case when ${metres} > 0
      then ${weight ** 2} * ${counted} / ${denominator} * ${kept} * ${kept} / ${denominator} else 0 end`;
  })
  .join(' + ');
const weightSql = [...parts, { weight: nightWeight, metres: 'context_m' }]
  .map(({ weight, metres }) => `case when ${metres} > 0 then ${weight} else 0 end`)
  .join(' + ');
const bandSql = (score: string) =>
  `case when ${score} >= 85 then 'careful' when ${score} >= 70 then 'good' when ${score} >= 50 then 'average' else 'risky' end`;

/**
 * Adds the interval of a driver's score. Gives the stored scores theirs, and a band only to those whose interval lies in
 * one band. Sums and scores do not change.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table object_score add column if not exists score_low double precision,
    add column if not exists score_high double precision`.execute(db);
  const companies = await sql<{ id: number }>`select id from company order by id`.execute(db);
  for (const { id } of companies.rows) {
    const measured = await sql<{ priors: object }>`select priors from score_prior
      where company_id = ${id} and formula = 1 order by made_at desc limit 1`.execute(db);
    const means = JSON.stringify({ ...defaultMeans, ...measured.rows[0]?.priors });
    await sql`update object_score set score_low = greatest(0, round(score * 10) - half_width_tenths) / 10,
        score_high = least(1000, round(score * 10) + half_width_tenths) / 10
      from (select object_id as id, floor(1645 * sqrt((${sql.raw(varianceSql)})::float8)
          / nullif(${sql.raw(weightSql)}, 0) + 0.5) as half_width_tenths
        from object_score cross join (select ${means}::jsonb as means) measured
        where company_id = ${id} and score is not null) judged
      where company_id = ${id} and object_id = judged.id`.execute(db);
    await sql`update object_score set band = case when ${sql.raw(bandSql('score_low'))} = ${sql.raw(bandSql('score_high'))}
        then ${sql.raw(bandSql('score_low'))} else 'between' end
      where company_id = ${id} and score is not null`.execute(db);
  }
};
