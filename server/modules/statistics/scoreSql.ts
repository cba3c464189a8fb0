import { scoreBands } from '../../../src/contract/scoring.ts';
import type { Values } from '../../db/sqlText.ts';
import { normalQuantile } from '../../domain/score/explain.ts';
import { type CountedPart, countedParts, currentFormula } from '../../domain/score/formula.ts';
import { type SingleSource, singleSources, sourceFromTenths } from '../../domain/score/source.ts';

const metresBySourceSql: { readonly [Source in SingleSource]: string } = {
  acceleration: 'sensed_m',
  receiverSpeed: '(watched_m - sensed_m - placed_m)',
  places: 'placed_m',
};

/** SQL of the source of a score, from columns of sums. Null: nothing was measured. Equals `sourceOf` of the domain. */
export const sourceSql = `case when coalesce(watched_m, 0) <= 0 then null ${singleSources
  .map(source => `when 10 * ${metresBySourceSql[source]} >= ${sourceFromTenths} * watched_m then '${source}'`)
  .join(' ')} else 'mixed' end`;

/** SQL of the source whose means the rates are drawn to. Equals `mainSourceOf` of the domain. */
const mainSourceSql = `case when placed_m > greatest(sensed_m, ${metresBySourceSql.receiverSpeed}) then 'places'
  when ${metresBySourceSql.receiverSpeed} > sensed_m then 'receiverSpeed' else 'acceleration' end`;

/**
 * SQL of a table `prior` with the company means by part, for `scoreTenthsSql`. A row for each source. Ends with the
 * condition that joins the row of the main source to columns of sums. `offset 0` makes PostgreSQL look up and parse the
 * means once. `distinct on` tells PostgreSQL that the join adds no rows, so that counting skips it.
 */
export const priorJoinSql = (companyId: number, values: Values): string => {
  const columns = countedParts.flatMap(part =>
    (['rate', 'k', 'dispersion'] as const).map(name => `(priors->'${part}'->>'${name}')::float8 as "${part}.${name}"`),
  );
  const formulaPriors = `'${JSON.stringify(currentFormula.priors)}'::jsonb`;
  const stored = `select priors, priors_by_source from score_prior
    where company_id = ${values.add(companyId)}::bigint and formula = ${currentFormula.version} order by made_at desc limit 1`;
  return `(select distinct on (source) source, ${columns.join(', ')}
    from (select source, coalesce(stored.priors_by_source->source, stored.priors, ${formulaPriors}) as priors
      from (values ${singleSources.map(source => `('${source}')`).join(', ')}) as single (source)
      left join (${stored}) stored on true offset 0) parsed) prior on prior.source = ${mainSourceSql}`;
};

const complicationFactorSql = `(1 + ${currentFormula.complicationShare} * case when context_m > 0 then complication_m::float8 / context_m / 100 else 0 end)`;
/** SQL of the distance for which the local clock is known, metres. Equals `clockM` of the domain. */
const clockMSql = '(case when duration_ms > 0 then distance_m * (context_ms::float8 / duration_ms) else 0::float8 end)';
const distanceColumns: { readonly [Part in CountedPart]?: string } = {
  braking: 'watched_m',
  acceleration: 'watched_m',
  cornering: 'watched_m',
  directionChange: 'sensed_m',
  night: clockMSql,
};
const countColumns: { readonly [Part in CountedPart]?: string } = {
  braking: 'braking',
  acceleration: 'acceleration',
  cornering: 'cornering',
  directionChange: 'direction_change',
};

/**
 * SQL of a score part's exposure (100 km) and its number of events, for rows where `column` is above zero. Equals
 * `measuredPart` of the domain.
 */
const exposureAndCountSql = (part: CountedPart, column: string) => {
  const hundredKm = `(${column} / 100000.0::float8)`;
  if (part !== 'night')
    return { exposure: `(${hundredKm} * ${complicationFactorSql})`, counted: `${countColumns[part]}::float8` };
  const counted = `(case when context_ms > 0 then 100.0::float8 * night_ms / context_ms else 0 end * ${hundredKm})`;
  return { exposure: hundredKm, counted };
};

/** SQL of the share of a part's points that is lost, 0 to 1, and of its variance. Equals `scorePart` of the domain. */
const lostShareSql = (part: CountedPart, column: string) => {
  const { exposure, counted } = exposureAndCountSql(part, column);
  const shrunkCountSql = `(${counted} + "${part}.k" * "${part}.rate")`;
  const denominatorSql = `(${shrunkCountSql} + ${currentFormula.parts[part].halfAt}::float8 * (${exposure} + "${part}.k"))`;
  const share = `${shrunkCountSql} / ${denominatorSql}`;
  const keptShareSql = `(1 - ${share})`;
  const variance = `coalesce("${part}.dispersion", 1) * (${share}) * ${keptShareSql} * ${keptShareSql} / ${denominatorSql}`;
  return { share, variance };
};

const measuredParts = countedParts.flatMap(part =>
  distanceColumns[part] ? [[part, distanceColumns[part]] as const] : [],
);
const costTerms = measuredParts.map(
  ([part, column]) =>
    `case when ${column} > 0 then ${currentFormula.parts[part].weight} * ${lostShareSql(part, column).share} else 0 end`,
);
const varianceTerms = measuredParts
  .filter(([part]) => part !== 'night')
  .map(
    ([part, column]) =>
      `case when ${column} > 0 then ${currentFormula.parts[part].weight ** 2} * (${lostShareSql(part, column).variance}) else 0 end`,
  );
const weightTermOf = ([part, column]: (typeof measuredParts)[number]): string =>
  `case when ${column} > 0 then ${currentFormula.parts[part].weight} else 0 end`;
const weightTerms = measuredParts.map(weightTermOf);
/** Weights without that of the night, which alone gives no score. */
const drivingWeightTerms = measuredParts.filter(([part]) => part !== 'night').map(weightTermOf);

const isEnoughSql = `trips > 0 and watched_m >= ${currentFormula.leastDistanceKm * 1000}`;

const totalWeightSql = `(${weightTerms.join(' + ')})`;

/**
 * SQL of the score of a period in tenths, from columns of sums and a row `prior`. Null: no score. Used for lists that
 * are sorted by score. Equals `explainScore` of the domain, as a test checks.
 */
export const scoreTenthsSql = `(case when ${isEnoughSql} and (${drivingWeightTerms.join(' + ')}) > 0
  then 1000 - floor(1000 * (${costTerms.join(' + ')}) / ${totalWeightSql} + 0.5) end)::float8`;

/** SQL of half the width of the score's interval, in tenths. Valid only for rows with a score. */
export const halfWidthTenthsSql = `floor(1000 * ${normalQuantile} * sqrt((${varianceTerms.join(' + ')})::float8) / nullif(${totalWeightSql}, 0) + 0.5)`;

const bandSql = (scoreTenths: string): string =>
  `case ${Object.entries(scoreBands)
    .map(([band, minScore]) => `when ${scoreTenths} >= ${10 * minScore} then '${band}'`)
    .join(' ')} end`;

/**
 * SQL of a driver's score, of the bounds of its interval and of its band, from SQL of the score and of half the width in
 * tenths. All are null without a score.
 */
export const judgementSql = (scoreTenths: string, halfWidthTenths: string) => {
  const low = `greatest(0, ${scoreTenths} - ${halfWidthTenths})`;
  const high = `least(1000, ${scoreTenths} + ${halfWidthTenths})`;
  return {
    score: `${scoreTenths} / 10`,
    score_low: `case when ${scoreTenths} is not null then ${low} / 10 end`,
    score_high: `case when ${scoreTenths} is not null then ${high} / 10 end`,
    band: `case when ${scoreTenths} is null then null when ${bandSql(low)} = ${bandSql(high)} then ${bandSql(low)} else 'between' end`,
  };
};

/** SQL of the manoeuvre that costs the most points. Null: no manoeuvre, or no score. */
export const worstSql = `case when ${isEnoughSql} then (select kind from (values ${measuredParts
  .filter(([part]) => part !== 'night')
  .map(
    ([part, column]) =>
      `('${part}', case when ${column} > 0 and ${countColumns[part]} > 0 then ${currentFormula.parts[part].weight} * ${lostShareSql(part, column).share} end)`,
  )
  .join(', ')}) as part (kind, cost) where cost > 0 order by cost desc limit 1) end`;

/** SQL of each driver's sums by part with the driver's source, as input of `measurePriors` of the domain. */
export const driverDaysSql: readonly { readonly part: CountedPart; readonly sql: string }[] = measuredParts.map(
  ([part, column]) => {
    const { exposure, counted } = exposureAndCountSql(part, column);
    return {
      part,
      sql: `select source, days, exposure, count, squares from
        (select object_id, count(*) as days, sum(${exposure}) as exposure, sum(${counted}) as count,
          sum(${counted} ^ 2 / ${exposure}) as squares from object_day
          where company_id = $1 and ${column} > 0 group by object_id) driven
        join (select object_id, ${sourceSql} as source from object_score where company_id = $1) whole using (object_id)`,
    };
  },
);
