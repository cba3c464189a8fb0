import type { Explanation } from '../../../src/contract/shapes/statistics.ts';
import type { VoucherFigures } from '../../../src/contract/shapes/voucher.ts';
import type { Context } from '../../context.ts';
import { readTripTimes } from '../telemetry/service.ts';
import { explainSums, explanationOf, figuresOf } from './figures.ts';
import { addDays, readSubject } from './object.ts';
import { readPeriodSums, readPriors } from './reading.ts';

type ReadContext = Pick<Context, 'db' | 'now'>;
type CompanyRef = { readonly companyId: number };
type Voucher = { readonly ObjectId: string };

/** Age of the score in `ScoreBefore`, days. */
const scoreBeforeDays = 28;
const firstDay = '1970-01-01';

/** Driving figures of the voucher's present vehicle. Unknown values are null. */
export const voucherFigures = async (
  { db, now }: ReadContext,
  { companyId }: CompanyRef,
  { ObjectId }: Voucher,
): Promise<VoucherFigures> => {
  const subject = await readSubject(db, { companyId }, { objectId: ObjectId }, now());
  const priors = await readPriors(db, companyId);
  const [total, earlier] = await Promise.all([
    readPeriodSums(db, subject),
    readPeriodSums(db, subject, { from: firstDay, to: addDays(subject.today, -scoreBeforeDays) }),
  ]);
  const score = explainSums(total.sums, priors, total.hasAllTrips);
  const earlierScore = explainSums(earlier.sums, priors, earlier.hasAllTrips);
  const figures = figuresOf(total.sums, { impacts: null, score });
  return {
    ...(await readTripTimes(db, ObjectId)),
    DistanceKm: figures.DistanceKm,
    TripsCount: figures.TripsCount,
    Score: figures.Score,
    ScoreLow: figures.ScoreLow,
    ScoreHigh: figures.ScoreHigh,
    Band: figures.Band,
    ScoreBefore: earlierScore.scoreTenths === null ? null : earlierScore.scoreTenths / 10,
    EnoughData: score.reason === 'noTrips' || score.reason === 'notCounted' ? null : score.reason === null,
  };
};

export const explainVoucher = async (
  { db, now }: ReadContext,
  { companyId }: CompanyRef,
  { ObjectId }: Voucher,
): Promise<Explanation> => {
  const subject = await readSubject(db, { companyId }, { objectId: ObjectId }, now());
  const { sums, hasAllTrips } = await readPeriodSums(db, subject);
  return explanationOf(sums, explainSums(sums, await readPriors(db, companyId), hasAllTrips));
};
