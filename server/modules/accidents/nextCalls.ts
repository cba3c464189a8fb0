import type { CallTimes } from '../../../src/contract/shapes/accident.ts';
import type { Context } from '../../context.ts';
import { clientZone } from '../../domain/client-zone.ts';
import { type CallOutcome, type CallRules, callTomorrow, nextCall } from '../../domain/next-call.ts';
import type { Caller, Tx } from '../../transaction.ts';
import { type AccidentState, readAccident } from './repository.ts';

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
  readonly unansweredBefore: number;
  /** Time at which the client asked to be called. */
  readonly agreedAt?: Date | null;
}

type CallPlanInput = Pick<
  AccidentState,
  'company_id' | 'voucher_id' | 'latitude' | 'longitude' | 'city' | 'first_contact_at'
>;

const readRules = async ({ db }: Pick<Tx, 'db'> | Pick<Context, 'db'>, accident: CallPlanInput) => {
  const { company_id, voucher_id, latitude, longitude, city } = accident;
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
  const clientCity = city || (voucher?.city ?? '');
  return { rules, zone: clientZone({ latitude, longitude, city: clientCity, companyZone: company.time_zone }) };
};

export const proposeCallTimes = async (context: Context, { companyId }: Caller, id: number): Promise<CallTimes> => {
  const { rules, zone } = await readRules(context, await readAccident(context.db, { companyId, id }));
  return {
    TimeZone: zone,
    QuietFromHour: rules.quietFromHour,
    QuietToHour: rules.quietToHour,
    WeekendCalls: rules.weekends,
    Tomorrow: callTomorrow(context.now(), rules, zone).toISOString(),
  };
};

/**
 * Returns the columns of an accident that change after a phone call: next call and first contact. The next call follows
 * the company's rules.
 */
export const planAfterCall = async (tx: Tx, accident: CallPlanInput, { resultId, agreedAt, ...call }: CallResult) => {
  const { rules, zone } = await readRules(tx, accident);
  const nextCallAt = nextCall({ ...call, outcome: outcomeOf(resultId), agreedAt: agreedAt ?? null, zone }, rules);
  return {
    next_call_at: nextCallAt,
    first_contact_at: accident.first_contact_at === null ? call.at : new Date(accident.first_contact_at),
  };
};
