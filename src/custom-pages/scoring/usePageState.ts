import { useSearchParams } from 'react-router';
import { type ScorePart, scoreParts } from '../../contract/scoring.ts';
import { isDay, type Span, spanIn } from './period.ts';

export const scoringTabs = ['overview', 'trips', 'calendar', 'places', 'comparison'] as const;
export type ScoringTab = (typeof scoringTabs)[number];

export const trendSteps = ['days', 'weeks', 'months'] as const;
export type TrendStep = (typeof trendSteps)[number];

export interface PageState {
  readonly tab: ScoringTab;
  readonly span: Span | undefined;
  /** There are days in the address, and they are no period. */
  readonly wrongSpan: boolean;
  /** One of the voucher's objects; absent: its current one. */
  readonly objectId: string | undefined;
  /** Manoeuvres of this kind only. */
  readonly part: ScorePart | undefined;
  /** What a point of the trend stands for. */
  readonly step: TrendStep;
  /** Of the trips, from 1. */
  readonly page: number;
  /** In the calendar, as `2026-01`; absent: that of the period's end. */
  readonly month: string | undefined;
  /** In the calendar, of that month: the day whose trips are shown. */
  readonly day: string | undefined;
}

const numberIn = (text: string | null): number => (text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1);

const dayIn = (text: string | null): string | undefined => (isDay(text) ? text : undefined);

export const stateIn = (search: URLSearchParams): PageState => ({
  tab: scoringTabs.find(tab => tab === search.get('tab')) ?? 'overview',
  span: spanIn(search),
  wrongSpan: (search.has('from') || search.has('to')) && spanIn(search) === undefined,
  objectId: search.get('voucherObjectId') ?? undefined,
  part: scoreParts.find(part => part === search.get('part')),
  step: trendSteps.find(step => step === search.get('step')) ?? 'days',
  page: numberIn(search.get('page')),
  month: dayIn(`${search.get('month')}-01`)?.slice(0, 7),
  day: dayIn(search.get('day')),
});

/** The query of an address with some of it changed; what is as usual is left out. */
export const withState = (search: URLSearchParams, change: Partial<PageState>): URLSearchParams => {
  const next = new URLSearchParams(search);
  const put = (name: string, value: string | undefined, usual?: string) =>
    value === undefined || value === usual ? next.delete(name) : next.set(name, value);
  if ('tab' in change) put('tab', change.tab, 'overview');
  if ('span' in change) {
    put('from', change.span?.from);
    put('to', change.span?.to);
  }
  if ('objectId' in change) put('voucherObjectId', change.objectId);
  if ('part' in change) put('part', change.part);
  if ('step' in change) put('step', change.step, 'days');
  // Another tab or period has its own month, another month its own days.
  put('month', 'month' in change ? change.month : 'day' in change ? (search.get('month') ?? undefined) : undefined);
  put('day', change.day);
  // Another period, car or part begins at its first page.
  put('page', change.page && change.page > 1 ? String(change.page) : undefined);
  return next;
};

/** What is shown, in the address: to be shared, and walked back. */
export const usePageState = () => {
  const [search, setSearch] = useSearchParams();
  return {
    ...stateIn(search),
    go: (change: Partial<PageState>) => setSearch(withState(search, change), { preventScrollReset: true }),
    address: (change: Partial<PageState>) => `?${withState(search, change)}`,
  };
};
