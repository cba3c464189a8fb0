import { driverBands, leastLiftCrashes, type PortfolioCut } from '../../../src/contract/scoring.ts';
import type { Portfolio } from '../../../src/contract/shapes/portfolio.ts';
import type { QueryRunner } from '../../db/read.ts';
import { roundTo } from '../../domain/rounding.ts';
import type { Query } from '../../engine/table/define.ts';
import { type RowReader, tableQuery } from '../../engine/table/query.ts';
import { rowsStatement } from '../../engine/table/statement.ts';
import { confirmedCrashesSql, datesOf, scoringTable } from './table.ts';

type Group = Portfolio['Groups'][number];
type Row = Omit<Group, 'Bands' | 'Unscored' | 'CrashRate'> & Group['Bands'] & Group['Unscored'];

/** SQL conditions on rows of the score list, by the reason why a row has no score. The line above the list uses the same reasons. */
const reasonConditions: { readonly [Reason in keyof Group['Unscored']]: string } = {
  Suspended: "stage = 'suspended'",
  NoTrips: "stage <> 'suspended' and trips = 0",
  NotEnoughData: "stage <> 'suspended' and trips > 0 and measured_km > 0",
  NotMeasured: "stage <> 'suspended' and trips > 0 and measured_km = 0",
};

const countsSql = [
  ...driverBands.map(band => `(count(*) filter (where band = '${band}'))::int as ${band}`),
  ...Object.entries(reasonConditions).map(
    ([reason, condition]) => `(count(*) filter (where score is null and ${condition}))::int as "${reason}"`,
  ),
].join(', ');

/** Crashes per 100,000 km. Null for few crashes, because their rate is chance. */
const rateOf = ({ Crashes, DistanceKm }: Row): number | null =>
  Crashes >= leastLiftCrashes && DistanceKm > 0 ? roundTo(Crashes / (DistanceKm / 100_000), 1) : null;

const toGroup = (row: Row): Group => {
  const { Key, Vouchers, DistanceKm, Score, Crashes } = row;
  const { careful, good, average, risky, between, NotEnoughData, NotMeasured, NoTrips, Suspended } = row;
  return {
    ...{ Key, Vouchers, Crashes, CrashRate: rateOf(row) },
    DistanceKm: roundTo(DistanceKm, 1),
    Score: Score === null ? null : roundTo(Score, 1),
    Bands: { careful, good, average, risky, between },
    Unscored: { NotEnoughData, NotMeasured, NoTrips, Suspended },
  };
};

/**
 * Counts the rows of the score list that a query selects, by the value of a field. The largest groups come first. Uses
 * the statement of the list, so that both have the same rows. Spellings that the filter "is" does not tell apart are one
 * group under the most frequent of them.
 */
export const readPortfolio = async (
  read: QueryRunner,
  reader: RowReader,
  { by, ...query }: Query & { readonly by: PortfolioCut },
  nowIso: string,
): Promise<Portfolio> => {
  const { from, where } = tableQuery(scoringTable, reader, undefined, query, nowIso);
  const crashes = confirmedCrashesSql(reader.companyId, datesOf(query), nowIso);
  const statement = rowsStatement({
    select:
      values => `nullif(${scoringTable.columns[by]}::text, '') as value, score, band, stage, trips, measured_km, distance_km,
      ${crashes(values)} as crashes`,
    from,
    where,
  });
  const rows = await read<Row>({
    withoutParallelWorkers: true,
    text: `select mode() within group (order by value) as "Key", count(*)::int as "Vouchers", sum(distance_km)::float8 as "DistanceKm",
        (sum(score * distance_km) / nullif(sum(distance_km) filter (where score is not null), 0))::float8 as "Score",
        sum(crashes)::int as "Crashes", ${countsSql}
      from (${statement.text}) rows
      group by coalesce(nullif(search_key(value), ''), value) order by 2 desc, 1`,
    values: statement.values,
  });
  return {
    LeastCrashes: leastLiftCrashes,
    Vouchers: rows.reduce((sum, row) => sum + row.Vouchers, 0),
    Groups: rows.map(toGroup),
  };
};
