import { twoDigits } from '../../src/schema/kinds/format.ts';
import { dayMs, minuteMs } from '../../src/schema/kinds/time.ts';
import { momentAt, wallClock } from '../../src/schema/kinds/zone.ts';

/** Result of a phone call to a client. The time of the next phone call depends on it. */
export type CallOutcome = 'reached' | 'unanswered' | 'callBack' | 'wrongNumber';

/** A company's rules for phone calls to clients. */
export interface CallRules {
  /** Minutes from an unanswered first phone call to the second one. */
  readonly firstRetryMin: number;
  /** Minutes from an unanswered second phone call to the third one. */
  readonly secondRetryMin: number;
  /**
   * Hour of the phone call on the next day, after an unanswered third or later one. 0 to 23, local time of the client.
   */
  readonly nextDayHour: number;
  /** Hours of the client's day, 0 to 23, between which clients are not called. Equal values: no quiet hours. */
  readonly quietFromHour: number;
  readonly quietToHour: number;
  /** Whether clients may be phoned on Saturdays and Sundays. */
  readonly weekends: boolean;
}

/** A phone call to a client that has just ended. */
export interface FinishedCall {
  readonly outcome: CallOutcome;
  readonly at: Date;
  /** Number of consecutive unanswered phone calls to the client before this one. */
  readonly unansweredBefore: number;
  /** Time for which the client asked to be called again. It applies even within quiet hours. */
  readonly agreedAt?: Date | null;
  /** Time zone of the client, such as `Asia/Omsk`. */
  readonly zone: string;
}

/** Returns the date that is `days` after a date such as `2026-03-28`. */
const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
const isWeekend = (day: string): boolean => new Date(`${day}T00:00:00Z`).getUTCDay() % 6 === 0;

interface QuietHours {
  /** Whether clients must not be phoned at this hour of their local time. */
  readonly isQuietHour: (hour: number) => boolean;
  /** Whether the quiet hours pass midnight. */
  readonly overnight: boolean;
}

const quietHoursOf = ({ quietFromHour: from, quietToHour: to }: CallRules): QuietHours => ({
  isQuietHour: hour => (from < to ? hour >= from && hour < to : from > to && (hour >= from || hour < to)),
  overnight: from > to,
});

/** Returns the given time if the client may be phoned then. Otherwise returns the first later time that is allowed. */
export const callableFrom = (moment: Date, rules: CallRules, zone: string): Date => {
  const quietHours = quietHoursOf(rules);
  let at = moment;
  // Five steps suffice, because at most two quiet periods and two weekends follow each other.
  for (let step = 0; step < 5; step += 1) {
    const local = wallClock(at, zone);
    const day = local.slice(0, 10);
    const hour = Number(local.slice(11, 13));
    const endOfQuietHours = (date: string) => momentAt(`${date}T${twoDigits(rules.quietToHour)}:00:00`, zone);
    if (!rules.weekends && isWeekend(day)) {
      const monday = addDays(day, new Date(`${day}T00:00:00Z`).getUTCDay() === 6 ? 2 : 1);
      at = quietHours.isQuietHour(0) ? endOfQuietHours(monday) : momentAt(`${monday}T00:00:00`, zone);
    } else if (quietHours.isQuietHour(hour)) {
      at = endOfQuietHours(quietHours.overnight && hour >= rules.quietFromHour ? addDays(day, 1) : day);
    } else return at;
  }
  return at;
};

/** Returns the hour of calls on the client's next day, or the first later time at which the client may be phoned. */
export const callTomorrow = (at: Date, rules: CallRules, zone: string): Date => {
  const tomorrow = addDays(wallClock(at, zone).slice(0, 10), 1);
  return callableFrom(momentAt(`${tomorrow}T${twoDigits(rules.nextDayHour)}:00:00`, zone), rules, zone);
};

const timeAfterUnanswered = ({ at, unansweredBefore, zone }: FinishedCall, rules: CallRules): Date => {
  if (unansweredBefore === 0) return new Date(at.getTime() + rules.firstRetryMin * minuteMs);
  if (unansweredBefore === 1) return new Date(at.getTime() + rules.secondRetryMin * minuteMs);
  return callTomorrow(at, rules, zone);
};

/**
 * Time of the next phone call to the client: the agreed time, if there is one.
 * Otherwise, after an unanswered call: after `firstRetryMin`, then `secondRetryMin`, then the next day. After a request
 * to call back: after `secondRetryMin`. These times avoid the client's quiet hours.
 * Null: no time was agreed, and the client was reached or the number is wrong.
 */
export const nextCall = (call: FinishedCall, rules: CallRules): Date | null => {
  if (call.agreedAt) return call.agreedAt;
  if (call.outcome === 'reached' || call.outcome === 'wrongNumber') return null;
  const earliest =
    call.outcome === 'callBack'
      ? new Date(call.at.getTime() + rules.secondRetryMin * minuteMs)
      : timeAfterUnanswered(call, rules);
  return callableFrom(earliest, rules, call.zone);
};
