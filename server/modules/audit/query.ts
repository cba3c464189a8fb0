import { managers } from '../../../src/contract/access.ts';
import type { QueryFor } from '../../../src/contract/index.ts';
import type { Caller } from '../../context.ts';
import { DomainError, invalid } from '../../errors.ts';

/** What the audit can be asked by. Numbers name records, texts are words of ours. */
const filters = { id: 'number', entity: 'word', entityId: 'number', action: 'word', actorId: 'number' } as const;
export type FilterName = keyof typeof filters;
const sorts = ['id', 'at', 'actorName', 'entity', 'action'] as const;
export type SortName = (typeof sorts)[number];

const largestRange = 1000;

export interface AuditQuestion {
  readonly sort: SortName;
  readonly direction: 'asc' | 'desc';
  readonly first: number;
  readonly last: number;
  /** Any of the values. */
  readonly filter: { readonly [Name in FilterName]?: readonly (string | number)[] };
}

const wrong = (field: string, format: string) => invalid({ field, message: 'format', values: { format } });

const parse = (field: string, text: string, format: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw wrong(field, format);
  }
};

const sortFormat = '["id","DESC"]';
const readSort = (text = sortFormat): Pick<AuditQuestion, 'sort' | 'direction'> => {
  const pair = parse('sort', text, sortFormat);
  if (!Array.isArray(pair) || pair.length !== 2) throw wrong('sort', sortFormat);
  const direction = String(pair[1]).toLowerCase();
  if (direction !== 'asc' && direction !== 'desc') throw wrong('sort', sortFormat);
  const sort = sorts.find(name => name === pair[0]);
  if (!sort) throw invalid({ field: 'sort', message: 'unknownSort', values: { values: sorts.join(', ') } });
  return { sort, direction };
};

const rangeFormat = '[0,24]';
const readRange = (text = rangeFormat): Pick<AuditQuestion, 'first' | 'last'> => {
  const pair = parse('range', text, rangeFormat);
  if (!Array.isArray(pair) || pair.length !== 2 || !pair.every(Number.isSafeInteger)) throw wrong('range', rangeFormat);
  const [first, last] = pair as [number, number];
  if (first < 0 || last < first) throw wrong('range', rangeFormat);
  if (last - first >= largestRange)
    throw invalid({ field: 'range', message: 'tooMany', values: { max: largestRange } });
  return { first, last };
};

const fits = {
  number: (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0,
  word: (value: unknown) => typeof value === 'string' && /^\w{1,60}$/.test(value),
};

const filterFormat = '{"entity":"accident","entityId":7}';
const readFilter = (text = '{}'): AuditQuestion['filter'] => {
  const given = parse('filter', text, filterFormat);
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw wrong('filter', filterFormat);
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      if (!Object.hasOwn(filters, name)) throw invalid({ field: `filter.${name}`, message: 'unknown' });
      const values: unknown[] = [value].flat();
      if (!values.every(fits[filters[name as FilterName]]))
        throw invalid({ field: `filter.${name}`, message: 'pattern' });
      return [name, values];
    }),
  );
};

export const readQuestion = ({ sort, range, filter }: QueryFor<'GET /api/v3/audit'>): AuditQuestion => ({
  ...readSort(sort),
  ...readRange(range),
  filter: readFilter(filter),
});

/** An operator may look at the history of one accident at a time; who did what in the company is for managers. */
export const requireMayRead = ({ roles }: Caller, { filter }: AuditQuestion): void => {
  if (roles.some(role => managers.includes(role))) return;
  const ofOneAccident = filter.entity?.join() === 'accident' && filter.entityId?.length === 1;
  if (!ofOneAccident) throw new DomainError('FORBIDDEN', { values: { roles: managers.join(', ') } });
};
