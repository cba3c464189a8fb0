import { clientZone } from '../../domain/client-zone.ts';
import { type CallOutcome, type CallRules, callTimeFault, nextCall } from '../../domain/next-call.ts';
import { invalid } from '../../errors.ts';
import type { Tx } from '../../transaction.ts';
import type { AccidentState } from './repository.ts';

/**
 * Outcome of a phone call by the id of its entry in the dictionary callResults. Entries that were added to the
 * dictionary later plan no next call.
 */
const outcomes: Readonly<Record<number, CallOutcome>> = {
  1: 'reached',
  2: 'unanswered',
  3: 'unanswered',
  4: 'unanswered',
  5: 'callBack',
  6: 'wrongNumber',
};

export const outcomeOf = (resultId: number): CallOutcome => outcomes[resultId] ?? 'reached';

interface CallResult {
  /** Id of the result in the dictionary callResults. */
  readonly resultId: number;
  readonly at: Date;
  /** Number of unanswered phone calls in a row before this one. */
  readonly unansweredBefore: number;
  /** Time at which the client asked to be called. */
  readonly agreedAt?: Date | null;
}

type CallPlanInput = Pick<
  AccidentState,
  'company_id' | 'voucher_id' | 'latitude' | 'longitude' | 'city' | 'first_contact_at'
>;

const readRules = async ({ db }: Tx, { company_id, voucher_id }: CallPlanInput) => {
  const company = await db
    .selectFrom('company')
    .select(['time_zone', 'first_retry_min', 'second_retry_min', 'next_day_hour', 'quiet_from_hour', 'quiet_to_hour'])
    .select('weekend_calls')
    .where('id', '=', company_id)
    .executeTakeFirstOrThrow();
  const rules: CallRules = {
    firstRetryMin: company.first_retry_min,
    secondRetryMin: company.second_retry_min,
    nextDayHour: company.next_day_hour,
    quietFromHour: company.quiet_from_hour,
    quietToHour: company.quiet_to_hour,
    weekends: company.weekend_calls,
  };
  const voucher =
    voucher_id === null
      ? undefined
      : await db
          .selectFrom('voucher')
          .select('city')
          .where('company_id', '=', company_id)
          .where('id', '=', voucher_id)
          .executeTakeFirst();
  return { rules, companyZone: company.time_zone, voucherCity: voucher?.city ?? '' };
};

/**
 * Returns the columns of an accident that change after a phone call: next call and first contact. The next call follows
 * the company's rules. Throws if an agreed time is past or too far ahead.
 */
export const planAfterCall = async (tx: Tx, accident: CallPlanInput, { resultId, agreedAt, ...call }: CallResult) => {
  if (agreedAt) {
    const fault = callTimeFault(agreedAt, call.at);
    if (fault) throw invalid({ field: 'DateTimeOfNextCall', message: fault === 'past' ? 'notPast' : 'tooFarAhead' });
  }
  const { rules, companyZone, voucherCity } = await readRules(tx, accident);
  const { latitude, longitude, city } = accident;
  const zone = clientZone({ latitude, longitude, city: city || voucherCity, companyZone });
  const nextCallAt = nextCall({ ...call, outcome: outcomeOf(resultId), agreedAt: agreedAt ?? null, zone }, rules);
  return {
    next_call_at: nextCallAt,
    first_contact_at: accident.first_contact_at === null ? call.at : new Date(accident.first_contact_at),
  };
};
