import { serverNow } from '../../api/clock.ts';
import { maxPeriodDays } from '../../contract/limits.ts';

/** First and last day of a period, as `2026-01-15`. Both days belong to the period. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

export const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** Returns the day that is this number of days later. A negative number returns an earlier day. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Returns today's date in a time zone. An empty zone means the time zone of the machine. */
export const todayIn = (zone: string, now = new Date(serverNow())): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone || undefined }).format(now);

export type PeriodFault = 'notBeforeStart' | 'notAfterEnd' | 'tooLong';

const isTooLong = ({ from, to }: Span): boolean => from <= addDays(to, -maxPeriodDays);

export const periodFaults = (
  { from, to }: Partial<Span>,
  lastAllowedDay: string,
): { from?: PeriodFault; to?: PeriodFault } => ({
  ...(from && from > lastAllowedDay && { from: 'notAfterEnd' as const }),
  ...(from && to && isTooLong({ from, to }) && { from: 'tooLong' as const }),
  ...(to && to > lastAllowedDay
    ? { to: 'notAfterEnd' as const }
    : to && from && to < from
      ? { to: 'notBeforeStart' as const }
      : {}),
});

/** Returns the period in the query of an address. Undefined if the query has no valid period. */
export const parseSpan = (search: URLSearchParams): Span | undefined => {
  const from = search.get('from');
  const to = search.get('to');
  return isDay(from) && isDay(to) && from <= to && !isTooLong({ from, to }) ? { from, to } : undefined;
};

export const periodChoices = ['week', 'usual', 'month', 'quarter', 'year'] as const;
export type PeriodChoice = (typeof periodChoices)[number];

const days = { week: 7, usual: 28, quarter: 91, year: 365 } as const;

/** Returns the period of a preset, such as the present month. The period ends today. */
export const spanForChoice = (choice: PeriodChoice, today: string): Span =>
  choice === 'month'
    ? { from: `${today.slice(0, 8)}01`, to: today }
    : { from: addDays(today, 1 - days[choice]), to: today };
