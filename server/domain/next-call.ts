import { momentAt, wallClock } from '../../src/kinds/zone.ts';

/** What came of a call, as far as the next one depends on it. */
export type CallOutcome = 'reached' | 'unanswered' | 'callBack' | 'wrongNumber';

/** Rules of a company. */
export interface CallRules {
  /** Minutes until the second call when nobody answered the first. */
  readonly firstRetryMin: number;
  /** Minutes until the third call when nobody answered the second. */
  readonly secondRetryMin: number;
  /** Hour of the client's day, 0 to 23, of the call on the next day, when nobody answered the third or a later one. */
  readonly nextDayHour: number;
  /** Hours of the client's day, 0 to 23, between which nobody is called; the same twice: at any hour. */
  readonly quietFromHour: number;
  readonly quietToHour: number;
  /** Whether clients are called on Saturdays and Sundays. */
  readonly weekends: boolean;
}

export const standardCallRules: CallRules = {
  firstRetryMin: 15,
  secondRetryMin: 120,
  nextDayHour: 10,
  quietFromHour: 22,
  quietToHour: 8,
  weekends: true,
};

/** A call that was just made. */
export interface CallMade {
  readonly outcome: CallOutcome;
  readonly at: Date;
  /** Calls in a row before this one that nobody answered. */
  readonly unansweredBefore: number;
  /** Asked for by the client; kept as agreed, in quiet hours too. */
  readonly agreedAt?: Date | null;
  /** Time zone where the client is, as `Asia/Omsk`. */
  readonly zone: string;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Agreed further ahead it is a slip of the hand. */
const farthestDays = 365;

const pad = (hour: number): string => String(hour).padStart(2, '0');
/** `2026-03-28` and `days` later. */
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
const isWeekend = (day: string): boolean => new Date(`${day}T00:00:00Z`).getUTCDay() % 6 === 0;

interface Quiet {
  /** Whether somebody must not be called at that local hour. */
  readonly at: (hour: number) => boolean;
  /** Whether the quiet hours pass midnight. */
  readonly overnight: boolean;
}

const quietIn = ({ quietFromHour: from, quietToHour: to }: CallRules): Quiet => ({
  at: hour => (from < to ? hour >= from && hour < to : from > to && (hour >= from || hour < to)),
  overnight: from > to,
});

/** The moment, or the first after it at which the client may be called. */
export const callableFrom = (moment: Date, rules: CallRules, zone: string): Date => {
  const quiet = quietIn(rules);
  let at = moment;
  // A quiet stretch and a weekend, each met at most twice in a row.
  for (let step = 0; step < 5; step += 1) {
    const local = wallClock(at, zone);
    const day = local.slice(0, 10);
    const hour = Number(local.slice(11, 13));
    const quietEnd = (of: string) => momentAt(`${of}T${pad(rules.quietToHour)}:00:00`, zone);
    if (!rules.weekends && isWeekend(day)) {
      const monday = dayAfter(day, new Date(`${day}T00:00:00Z`).getUTCDay() === 6 ? 2 : 1);
      at = quiet.at(0) ? quietEnd(monday) : momentAt(`${monday}T00:00:00`, zone);
    } else if (quiet.at(hour)) {
      at = quietEnd(quiet.overnight && hour >= rules.quietFromHour ? dayAfter(day, 1) : day);
    } else return at;
  }
  return at;
};

const unansweredNext = ({ at, unansweredBefore, zone }: CallMade, rules: CallRules): Date => {
  if (unansweredBefore === 0) return new Date(at.getTime() + rules.firstRetryMin * minuteMs);
  if (unansweredBefore === 1) return new Date(at.getTime() + rules.secondRetryMin * minuteMs);
  const tomorrow = dayAfter(wallClock(at, zone).slice(0, 10), 1);
  return momentAt(`${tomorrow}T${pad(rules.nextDayHour)}:00:00`, zone);
};

/** What is wrong with a time that was agreed on: it is past, or more than a year away. */
export const agreedFault = (agreedAt: Date, now: Date): 'past' | 'tooFar' | undefined => {
  const aheadMs = agreedAt.getTime() - now.getTime();
  if (!(aheadMs > 0)) return 'past';
  return aheadMs > farthestDays * dayMs ? 'tooFar' : undefined;
};

/**
 * When to call next: in 15 minutes, in 2 hours, on the next day if nobody answers; when it was agreed if the client asked to
 * be called back (in 2 hours if no time was said); not at all if somebody was reached or the number is wrong. Never in the
 * client's quiet hours, unless agreed.
 */
export const nextCall = (made: CallMade, rules: CallRules): Date | null => {
  if (made.agreedAt) return made.agreedAt;
  if (made.outcome === 'reached' || made.outcome === 'wrongNumber') return null;
  const wanted =
    made.outcome === 'callBack'
      ? new Date(made.at.getTime() + rules.secondRetryMin * minuteMs)
      : unansweredNext(made, rules);
  return callableFrom(wanted, rules, made.zone);
};
