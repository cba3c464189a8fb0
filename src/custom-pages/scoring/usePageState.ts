import { useSearchParams } from 'react-router-dom';
import { type ScorePart, scoreParts } from '../../contract/scoring.ts';
import { isDay, parseSpan, type Span } from './period.ts';

export const scoringTabs = ['overview', 'trips', 'calendar', 'places', 'comparison'] as const;
export type ScoringTab = (typeof scoringTabs)[number];

export const trendSteps = ['days', 'weeks', 'months'] as const;
export type TrendStep = (typeof trendSteps)[number];

export interface PageState {
  readonly tab: ScoringTab;
  readonly span: Span | undefined;
  /** True if the address has days that make no valid period. */
  readonly hasInvalidSpan: boolean;
  /** Id of the voucher's object whose figures are shown. Absent: the present object. */
  readonly objectId: string | undefined;
  /** Kind of manoeuvre. Only trips with manoeuvres of this kind are shown. */
  readonly part: ScorePart | undefined;
  /** Length of the period that one point of the trend stands for: days, weeks or months. */
  readonly step: TrendStep;
  /** Page of the trip list, from 1. */
  readonly page: number;
  /** Shown month of the calendar, as `2026-01`. Absent: the month in which the period ends. */
  readonly month: string | undefined;
  /** Selected day in the calendar. The trips of this day are shown. */
  readonly day: string | undefined;
}

const parsePage = (text: string | null): number => (text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1);

const parseDay = (text: string | null): string | undefined => (isDay(text) ? text : undefined);

export const parsePageState = (search: URLSearchParams): PageState => ({
  tab: scoringTabs.find(tab => tab === search.get('tab')) ?? 'overview',
  span: parseSpan(search),
  hasInvalidSpan: (search.has('from') || search.has('to')) && parseSpan(search) === undefined,
  objectId: search.get('voucherObjectId') ?? undefined,
  part: scoreParts.find(part => part === search.get('part')),
  step: trendSteps.find(step => step === search.get('step')) ?? 'days',
  page: parsePage(search.get('page')),
  month: parseDay(`${search.get('month')}-01`)?.slice(0, 7),
  day: parseDay(search.get('day')),
});

/** Returns the query of the page's address after a change of the page's state. Default values are left out. */
export const changeSearch = (search: URLSearchParams, change: Partial<PageState>): URLSearchParams => {
  const changedSearch = new URLSearchParams(search);
  const setParameter = (name: string, value: string | undefined, defaultValue?: string) =>
    value === undefined || value === defaultValue ? changedSearch.delete(name) : changedSearch.set(name, value);
  if ('tab' in change) setParameter('tab', change.tab, 'overview');
  if ('span' in change) {
    setParameter('from', change.span?.from);
    setParameter('to', change.span?.to);
  }
  if ('objectId' in change) setParameter('voucherObjectId', change.objectId);
  if ('part' in change) setParameter('part', change.part);
  if ('step' in change) setParameter('step', change.step, 'days');
  // A change of the calendar's month clears its day. A change of the day keeps the month. Any other change clears both.
  setParameter(
    'month',
    'month' in change ? change.month : 'day' in change ? (search.get('month') ?? undefined) : undefined,
  );
  setParameter('day', change.day);
  // Any change that sets no page, such as another period or car, returns to the first page of the trip list.
  setParameter('page', change.page && change.page > 1 ? String(change.page) : undefined);
  return changedSearch;
};

/** The state of the page lives in the address, so that it can be shared and the back button works. */
export const usePageState = () => {
  const [search, setSearch] = useSearchParams();
  return {
    ...parsePageState(search),
    changeState: (change: Partial<PageState>) => setSearch(changeSearch(search, change), { preventScrollReset: true }),
    addressAfter: (change: Partial<PageState>) => `?${changeSearch(search, change)}`,
  };
};
