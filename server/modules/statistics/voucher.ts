import type { Explanation } from '../../../src/contract/shapes/statistics.ts';
import type { VoucherFigures } from '../../../src/contract/shapes/voucher.ts';
import type { Context } from '../../context.ts';
import { tripTimes } from '../telemetry/service.ts';
import { explained, explanationOf, figuresOf } from './figures.ts';
import { addDays, subjectOf } from './object.ts';
import { readPriors, readSpan } from './reading.ts';

type Reading = Pick<Context, 'db' | 'now'>;
type Whose = { readonly companyId: number };
type Voucher = { readonly ObjectId: string };

/** `ScoreBefore` is the score as of this number of days ago. */
const beforeDays = 28;
const firstDay = '1970-01-01';

/** Driving figures of the voucher's present vehicle. Unknown values are null. */
export const voucherFigures = async (
  { db, now }: Reading,
  { companyId }: Whose,
  { ObjectId }: Voucher,
): Promise<VoucherFigures> => {
  const subject = await subjectOf(db, { companyId }, { objectId: ObjectId }, now());
  const priors = await readPriors(db, companyId);
  const [whole, before] = await Promise.all([
    readSpan(db, subject),
    readSpan(db, subject, { from: firstDay, to: addDays(subject.today, -beforeDays) }),
  ]);
  const score = explained(whole.sums, priors, whole.counted);
  const then = explained(before.sums, priors, before.counted);
  const figures = figuresOf(whole.sums, { impacts: null, explained: score });
  return {
    ...(await tripTimes(db, ObjectId)),
    DistanceKm: figures.DistanceKm,
    TripsCount: figures.TripsCount,
    Score: score.scoreTenths === null ? null : score.scoreTenths / 10,
    Band: score.band,
    ScoreBefore: then.scoreTenths === null ? null : then.scoreTenths / 10,
    EnoughData: score.reason === 'noTrips' || score.reason === 'notCounted' ? null : score.reason === null,
  };
};

export const explainVoucher = async (
  { db, now }: Reading,
  { companyId }: Whose,
  { ObjectId }: Voucher,
): Promise<Explanation> => {
  const subject = await subjectOf(db, { companyId }, { objectId: ObjectId }, now());
  const { sums, counted } = await readSpan(db, subject);
  return explanationOf(sums, explained(sums, await readPriors(db, companyId), counted));
};
