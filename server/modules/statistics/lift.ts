import { type DriverBand, driverBands, leastLiftCrashes, type ScoreSource } from '../../../src/contract/scoring.ts';
import type { LiftResult, LiftVerdict, ScoreLift } from '../../../src/contract/shapes/statistics.ts';
import { dayMs } from '../../../src/schema/kinds/time.ts';
import type { QueryRunner } from '../../db/read.ts';
import { Values } from '../../db/sqlText.ts';
import { roundTo } from '../../domain/rounding.ts';
import { giniOf, poissonInterval } from '../../domain/score/lift.ts';
import { type SingleSource, singleSources } from '../../domain/score/source.ts';
import { addDays } from './object.ts';
import { halfWidthTenthsSql, judgementSql, priorJoinSql, scoreTenthsSql, sourceSql } from './scoreSql.ts';
import { longestStretchDays, stretchStartSql } from './stretches.ts';
import { sumColumns } from './sumColumns.ts';
import { confirmedCrashSql } from './table.ts';

/** Number of stretches of 64 days whose crashes are counted, the present one included: two years. */
const stretchCount = 12;

const crashKinds = ['confirmed', 'major'] as const;
type CrashKind = (typeof crashKinds)[number];

/** SQL conditions over `accident`: an operator confirmed it, or it is a severe impact that no operator rejected. */
const crashConditions: { readonly [Kind in CrashKind]: string } = {
  confirmed: confirmedCrashSql,
  major: `severity = 'major' and status <> 'notvalid'`,
};

type Crashes = { readonly [Kind in CrashKind]: number };

interface BandRow extends Crashes {
  readonly kind: 'band';
  readonly source: ScoreSource | null;
  readonly band: DriverBand | null;
  readonly drivers: number;
  readonly distanceM: number;
}
interface ScoreRow extends Crashes {
  readonly kind: 'distance' | 'crashes';
  readonly source: ScoreSource;
  readonly driver: string;
  readonly score: number;
  readonly distanceM: number;
}

/**
 * SQL of distances and crashes of a stretch of 64 days, with score and band of the stretch before. So no crash and no
 * braking before it is part of the score that it is compared with.
 */
const liftSql = (companyId: number, firstDay: string, values: Values): string => {
  const companySql = `${values.add(companyId)}::bigint`;
  const firstSql = `${values.add(firstDay)}::date`;
  const stretchesSql = `object_stretch where company_id = ${companySql} and size = ${longestStretchDays}`;
  const { band } = judgementSql('score_tenths', 'half_width_tenths');
  const crashCounts = crashKinds.map(kind => `count(*) filter (where ${crashConditions[kind]}) as ${kind}`).join(', ');
  const sums = crashKinds.map(kind => `sum(${kind})::int as ${kind}`).join(', ');
  return `with crashed as (select object_id as driver, ${stretchStartSql('crash_day', longestStretchDays)} as unit_day, ${crashCounts}
      from (select object_id, severity, status, status_of_road_accident_id, local_day(crash_at, utc_offset_ms, company.time_zone) as crash_day
        from accident join company on company.id = accident.company_id
        where accident.company_id = ${companySql} and duplicate_of_id is null
          and (${Object.values(crashConditions).join(' or ')})) impact
      where crash_day >= ${firstSql} group by 1, 2),
    driven as (select present.object_id as driver, present.distance_m as driven_m, coalesce(crashed.confirmed, 0) as confirmed, coalesce(crashed.major, 0) as major,
        ${sumColumns.map(column => `coalesce(before.${column}, 0)::float8 as ${column}`).join(', ')}
      from (select object_id, day, distance_m from ${stretchesSql} and day >= ${firstSql}) present
      left join (select object_id, day, ${sumColumns.join(', ')} from ${stretchesSql} and day >= ${firstSql} - ${longestStretchDays}) before
        on before.object_id = present.object_id and before.day = present.day - ${longestStretchDays}
      left join crashed on crashed.driver = present.object_id and crashed.unit_day = present.day),
    scored as materialized (select driver, driven_m, confirmed, major, ${sourceSql} as source, ${scoreTenthsSql} as score_tenths, ${halfWidthTenthsSql} as half_width_tenths
      from driven join ${priorJoinSql(companyId, values)}),
    judged as (select driver, driven_m, confirmed, major, case when score_tenths is not null then source end as source, score_tenths, ${band} as band from scored)
    select 'band' as kind, source, band, count(distinct driver)::int as drivers, null as driver, null::float8 as score, sum(driven_m)::float8 as "distanceM", ${sums}
      from judged group by source, band
    union all select 'distance', source, null, 0, null, score_tenths, sum(driven_m)::float8, 0, 0
      from judged where score_tenths is not null group by source, score_tenths
    union all select 'crashes', source, null, 0, driver, score_tenths, 0, confirmed, major
      from judged where score_tenths is not null and confirmed + major > 0`;
};

const verdictOf = (crashes: number, gini: ReturnType<typeof giniOf>): LiftVerdict => {
  if (crashes < leastLiftCrashes || !gini) return 'tooFew';
  if (gini.low > 0) return 'separates';
  return gini.high < 0 ? 'reversed' : 'unseparated';
};

const resultOf = (rows: readonly ScoreRow[], kind: CrashKind, crashesWithoutScore: number): LiftResult => {
  const ofKind = (kindOfRow: ScoreRow['kind']) => rows.filter(row => row.kind === kindOfRow);
  const crashRows = ofKind('crashes').map(row => ({ driver: row.driver, score: row.score, crashes: row[kind] }));
  const crashes = crashRows.reduce((sum, row) => sum + row.crashes, 0);
  const measuredGini = giniOf(ofKind('distance'), crashRows);
  const verdict = verdictOf(crashes, measuredGini);
  // A coefficient of a few crashes is chance, whatever its bootstrap interval: of one crash the interval has no width.
  const gini = verdict === 'tooFew' ? null : measuredGini;
  return {
    Crashes: crashes,
    CrashesWithoutScore: crashesWithoutScore,
    Gini: gini && roundTo(gini.gini, 2),
    GiniLow: gini && roundTo(gini.low, 2),
    GiniHigh: gini && roundTo(gini.high, 2),
    Verdict: verdict,
  };
};

const rateOf = (crashes: number, distanceM: number) => {
  const per100000Km = (count: number) => (distanceM > 0 ? roundTo(count / (distanceM / 1e8), 2) : null);
  const { low, high } = poissonInterval(crashes);
  return { Crashes: crashes, Rate: per100000Km(crashes), RateLow: per100000Km(low), RateHigh: per100000Km(high) };
};

/**
 * Compares the company's own crashes with scores from before them, by band. Covers the source by which most kilometres
 * with a score were measured, because scores of several sources do not compare.
 */
export const readScoreLift = async (read: QueryRunner, companyId: number, today: string): Promise<ScoreLift> => {
  const daysSinceStretchStart = (Date.parse(today) / dayMs) % longestStretchDays;
  const firstDay = addDays(today, -daysSinceStretchStart - (stretchCount - 1) * longestStretchDays);
  const values = new Values();
  const text = liftSql(companyId, firstDay, values);
  const rows = await read<BandRow | ScoreRow>({ withoutParallelWorkers: true, text, values: values.list });
  const bandRows = rows.filter((row): row is BandRow => row.kind === 'band');
  const distanceOf = (source: SingleSource): number =>
    bandRows.reduce((sum, row) => sum + (row.source === source ? row.distanceM : 0), 0);
  const [main] = [...singleSources].sort((a, b) => distanceOf(b) - distanceOf(a));
  const source = main && distanceOf(main) > 0 ? main : null;
  const scoreRows = rows.filter((row): row is ScoreRow => row.kind !== 'band' && row.source === source);
  const unscored = bandRows.find(row => row.source === null);
  return {
    From: firstDay,
    To: today,
    Source: source,
    LeastCrashes: leastLiftCrashes,
    DistanceKmOfOtherSources: roundTo(
      bandRows.reduce((sum, row) => sum + (row.source === null || row.source === source ? 0 : row.distanceM), 0) / 1000,
      3,
    ),
    Bands: [...driverBands, null].map(Band => {
      const row = Band === null ? unscored : bandRows.find(each => each.band === Band && each.source === source);
      const distanceM = row?.distanceM ?? 0;
      return {
        Band,
        Drivers: row?.drivers ?? 0,
        DistanceKm: roundTo(distanceM / 1000, 3),
        Confirmed: rateOf(row?.confirmed ?? 0, distanceM),
        Major: rateOf(row?.major ?? 0, distanceM),
      };
    }),
    Confirmed: resultOf(scoreRows, 'confirmed', unscored?.confirmed ?? 0),
    Major: resultOf(scoreRows, 'major', unscored?.major ?? 0),
  };
};
