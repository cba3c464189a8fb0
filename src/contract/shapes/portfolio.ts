import Type from 'typebox';
import { portfolioCuts } from '../scoring.ts';
import type { Static } from '../static.ts';
import { nullable } from './common.ts';
import { ScoringListQuery } from './statistics.ts';

const Count = Type.Integer({ minimum: 0 });
const Figure = Type.Number({ minimum: 0 });

export const PortfolioQuery = Type.Object({ ...ScoringListQuery.properties, by: Type.Enum([...portfolioCuts]) });
/**
 * Rows of the score list by the value of one field. `Key`: that value, null if the field is empty. `Score`: mean of the
 * scores, weighted by kilometres. `Bands` and the reasons of `Unscored` sum to `Vouchers`. `CrashRate`: confirmed
 * crashes per 100,000 km, null below `LeastCrashes`.
 */
export const Portfolio = Type.Object({
  LeastCrashes: Count,
  Vouchers: Count,
  Groups: Type.Array(
    Type.Object({
      Key: nullable(Type.String()),
      Vouchers: Count,
      DistanceKm: Figure,
      Score: nullable(Type.Number({ minimum: 0, maximum: 100 })),
      Bands: Type.Object({ careful: Count, good: Count, average: Count, risky: Count, between: Count }),
      Unscored: Type.Object({ NotEnoughData: Count, NotMeasured: Count, NoTrips: Count, Suspended: Count }),
      Crashes: Count,
      CrashRate: nullable(Figure),
    }),
  ),
});
export type Portfolio = Static<typeof Portfolio>;
