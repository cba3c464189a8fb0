import type { Read } from '../../db/read.ts';
import { type Statement, Values } from '../../db/sqlText.ts';
import type { Row } from './define.ts';
import type { CachedFact, ListMemory, Mark } from './listMemory.ts';
import { type Condition, counterTotal, type ListQuestion, orderBy, type Sort, totalAlone } from './statement.ts';

/** A page of an unfiltered list that begins before this row is read directly from the index, without the cache. */
const nearRows = 1000;
/** Number of ids of a filtered list that are cached at once. */
const blockRows = 500;
/**
 * A filtered list is read with a limit that is this many times larger than needed. With a smaller limit the planner
 * would walk the index of the sort order, because it assumes evenly spread matches. Records without a sort value come
 * last. If only these match, such a walk would read everything.
 */
const unevenness = 50;

type Numbered = ListQuestion & { readonly from: string; readonly numbered: NonNullable<ListQuestion['numbered']> };
type WholeList = Numbered & { readonly counter: NonNullable<ListQuestion['counter']> };
interface Page {
  readonly rows: Row[];
  readonly total: number;
}

/** Whether results of this list are worth caching. */
export const isRemembered = (question: ListQuestion): question is Numbered =>
  question.numbered !== undefined &&
  typeof question.from === 'string' &&
  (!question.counter || question.offset >= nearRows);

const changesOf = (companyId: number, values: Values): string =>
  `(select coalesce(max(changes), 0) from event_head where company_id = ${values.add(companyId)})`;

const readChanges = async (read: Read, companyId: number): Promise<number> => {
  const values = new Values();
  const text = `select ${changesOf(companyId, values)} as changes`;
  const [row] = await read<{ changes: number }>({ name: 'list_changes', text, values: values.list });
  return row?.changes ?? 0;
};

const conditionsOf = ({ where }: Pick<ListQuestion, 'where'>, values: Values): string =>
  where.map(condition => condition(values)).join(' and ');

const keyOf = (question: Numbered): string => {
  const values = new Values();
  return JSON.stringify([question.from, conditionsOf(question, values), values.list, question.order]);
};

/**
 * Statement for the rows with these ids, if the company's change number is unchanged. The ids already satisfy all
 * conditions at that number. If the statement repeated the conditions, the planner would choose their indexes.
 */
const rowsOf = (question: Numbered, changes: number, ids: Condition, total: Condition = () => ''): Statement => {
  const values = new Values();
  const columns = typeof question.select === 'string' ? question.select : question.select(values);
  const text = `select ${columns}${total(values)} from ${question.from}
    where ${conditionsOf({ where: question.numbered.visible }, values)} and id = any(${ids(values)})
      and ${changesOf(question.numbered.companyId, values)} = ${values.add(changes)} order by ${question.order}`;
  return { text, values: values.list, ...(question.beside && { beside: question.beside }) };
};

interface FoundRows extends CachedFact {
  readonly total: number;
  readonly ids: readonly number[];
}

/**
 * Counts a filtered list and reads a block of its ids, in one snapshot. A search collects its matches once for both.
 * Other filters may read the ids from the index of the sort order, if the planner finds that faster.
 */
const lookForRows = async (read: Read, question: Numbered, from: number): Promise<FoundRows> => {
  const { limit, numbered } = question;
  const { sort, searched, companyId } = numbered;
  const values = new Values();
  const rows = `${question.from} where ${conditionsOf(question, values)}`;
  const rowsToEnd = from + blockRows + limit;
  const [gathered, counted, first] = searched
    ? [
        `select id, ${sort.column} as key from ${rows}`,
        'found',
        `found order by ${orderBy({ ...sort, column: 'key' })}`,
      ]
    : [`select id from ${rows} order by ${question.order} limit ${rowsToEnd * unevenness}`, rows, 'found'];
  const text = `with found as materialized (${gathered}) select (select count(*) from ${counted}) as total,
    array_to_string(array(select id from ${first}
      limit ${values.add(blockRows + limit)} offset ${values.add(from)}), ',') as ids,
    ${changesOf(companyId, values)} as changes`;
  const [row] = await read<{ total: number; ids: string; changes: number }>({ text, values: values.list });
  if (!row) throw new Error('A count is a row.');
  return { total: row.total, ids: row.ids ? row.ids.split(',').map(Number) : [], changes: row.changes };
};

/**
 * Reads a page of a filtered list. All callers share one count and one sorted list of ids. The rows themselves are read
 * for each caller. `now` is the company's change number. Absent: the cached result is used, if it is still valid.
 */
const filteredPage = async (
  memory: ListMemory,
  read: Read,
  question: Numbered,
  now?: number,
): Promise<Page | undefined> => {
  const { offset, limit } = question;
  const from = offset - (offset % blockRows);
  const key = `${keyOf(question)} ${from} ${limit}`;
  const found =
    now === undefined
      ? memory.known<FoundRows>(key)
      : await memory.find(key, now, () => lookForRows(read, question, from));
  if (!found) return undefined;
  const { total, ids, changes } = found;
  const its = ids.slice(offset - from, offset - from + limit);
  // Without rows the statement cannot confirm that the cached result is still valid.
  if (its.length === 0) return now === undefined ? undefined : { rows: [], total };
  const rows = await read<Row>(rowsOf(question, changes, values => `${values.add(its)}::bigint[]`));
  return rows.length === its.length ? { rows, total } : undefined;
};

const backwards = ({ column, direction, nullable }: Sort): string => {
  const other = direction === 'asc' ? 'desc' : 'asc';
  return `${column} ${other}${nullable ? ' nulls first' : ''}, id ${other}`;
};

/**
 * Condition for the row of a mark and all rows after it (`onwards`) or before it. If the mark has a sort value, rows
 * without one do not match. If it has none, only rows without one match.
 */
const fromMark = ({ column, direction }: Sort, { key, id }: Mark, onwards: boolean, values: Values): string => {
  const comparison = (direction === 'asc') === onwards ? '>=' : '<=';
  return key === null
    ? `${column} is null and id ${comparison} ${values.add(id)}`
    : `(${column}, id) ${comparison} (${values.add(key)}, ${values.add(id)})`;
};

/** Statement that finds the row at an offset. Counts from the start, the end or a cached mark, whichever is nearest. */
const markStatement = (question: WholeList, total: number, known: Mark | undefined): Statement => {
  const { from, offset, numbered, counter } = question;
  const values = new Values();
  const conditions = conditionsOf(question, values);
  const changes = changesOf(numbered.companyId, values);
  const select = `select ${numbered.sort.column}::text as key, id, ${changes} as changes from ${from} where ${conditions}`;
  const steps = known ? Math.abs(offset - known.place) : Number.POSITIVE_INFINITY;
  if (known && steps < Math.min(offset, total - offset)) {
    const onwards = known.place <= offset;
    const order = onwards ? question.order : backwards(numbered.sort);
    const text = `${select} and ${fromMark(numbered.sort, known, onwards, values)}
      and ${changes} = ${values.add(known.changes)} order by ${order} limit 1 offset ${values.add(steps)}`;
    return { text, values: values.list };
  }
  if (offset <= total / 2)
    return { text: `${select} order by ${question.order} limit 1 offset ${values.add(offset)}`, values: values.list };
  // Counts back from the last row. The total is read in the same statement, so that both belong to one snapshot.
  const last = `greatest((${counterTotal(counter, values)}) - 1 - ${values.add(offset)}::bigint, 0)`;
  return { text: `${select} order by ${backwards(numbered.sort)} limit 1 offset ${last}`, values: values.list };
};

interface FoundMark extends CachedFact {
  /** Absent: the list has no row at this offset. */
  readonly mark?: Mark;
}

const lookForMark = async (
  memory: ListMemory,
  read: Read,
  question: WholeList,
  list: string,
  now: number,
): Promise<FoundMark> => {
  const { offset: place, counter } = question;
  const [counted] = await read<{ _total: number }>(totalAlone(counter));
  const total = counted?._total ?? 0;
  if (place >= total) return { changes: now };
  const look = async (known?: Mark) => {
    const [found] = await read<Omit<Mark, 'place'>>(markStatement(question, total, known));
    return found && { ...found, place };
  };
  const known = memory.nearest(list, now, place);
  // A cached mark leads to no row after a change of the list. The same holds if rows without a sort value begin in
  // between. Then the row is looked up without the mark.
  const mark = (known && (await look(known))) ?? (await look());
  if (!mark) return { changes: now };
  memory.remember(list, mark);
  return { changes: mark.changes, mark };
};

/**
 * Reads a page far from the start of an unfiltered list. The page begins at a cached mark: a row whose position is
 * known. Undefined if the mark is missing or no longer valid.
 */
const farPage = async (
  memory: ListMemory,
  read: Read,
  question: WholeList,
  now?: number,
): Promise<Page | undefined> => {
  const { from, order, limit, offset, counter, numbered } = question;
  const list = keyOf(question);
  const key = `${list} ${offset}`;
  const found =
    now === undefined
      ? memory.known<FoundMark>(key)
      : await memory.find(key, now, () => lookForMark(memory, read, question, list, now));
  if (!found?.mark) return undefined;
  const { mark } = found;
  const ids = (values: Values) =>
    `array(select id from ${from} where ${conditionsOf(question, values)} and ${fromMark(numbered.sort, mark, true, values)}
      and ${changesOf(numbered.companyId, values)} = ${values.add(mark.changes)} order by ${order} limit ${values.add(limit)})`;
  const total = (values: Values) => `, (${counterTotal(counter, values)}) as _total`;
  const rows = await read<Row>(rowsOf(question, mark.changes, ids, total));
  const counted = Number(rows[0]?._total);
  const whole = rows.length === limit || offset + rows.length === counted;
  return rows.length > 0 && whole ? { rows, total: counted } : undefined;
};

/**
 * Reads a page and its total with cached counts, ids and marks. Those that are no longer valid are read again.
 * Undefined if the list changes faster than it is read, or ends before the page. The caller then reads without the
 * cache.
 */
export const readRemembered = async (memory: ListMemory, read: Read, question: Numbered): Promise<Page | undefined> => {
  const { counter, numbered } = question;
  for (const known of [true, false, false]) {
    const now = known ? undefined : await readChanges(read, numbered.companyId);
    const page = counter
      ? await farPage(memory, read, { ...question, counter }, now)
      : await filteredPage(memory, read, question, now);
    if (page) return page;
  }
  return undefined;
};
