/**
 * A cached fact about a list: a count, ids or a position. `changes` is the company's change number when the fact was
 * read.
 */
export interface CachedFact {
  readonly changes: number;
}

/** A mark: a row of an unfiltered list whose position is known, with its sort value and id. */
export interface Mark extends CachedFact {
  readonly place: number;
  readonly key: string | null;
  readonly id: number;
}

interface Entry<T> {
  /** Number of the company's last change. `found` is valid from this change on. */
  changes: number;
  readonly found: Promise<T>;
  /** The resolved value of `found`. Absent while the query runs. */
  last?: T;
}

const entriesMax = 500;
const marksMax = 100;
/**
 * Time, ms, during which a list that exceeded the time limit is read with the longer limit at once. A try with the
 * usual limit would only delay the answer.
 */
const longMs = 600_000;

const shorten = (map: Map<string, unknown>): void => {
  for (const key of map.keys()) {
    if (map.size <= entriesMax) return;
    map.delete(key);
  }
};

/**
 * Creates the cache of facts about lists, valid until the company's next change. The statement that reads the rows also
 * checks that the change number is unchanged, so stale facts are never shown.
 */
export const makeListMemory = () => {
  const entries = new Map<string, Entry<CachedFact>>();
  const marks = new Map<string, Mark[]>();
  const long = new Map<string, number>();

  /**
   * Returns the cached result. Undefined if there is none, or if its query still runs. The result is valid while its
   * change number equals the company's.
   */
  const known = <T extends CachedFact>(key: string): T | undefined => entries.get(key)?.last as T | undefined;

  /**
   * Returns the cached fact if its change number is `changes` or later, else runs `look`. Callers with the same key
   * share one query.
   */
  const find = <T extends CachedFact>(key: string, changes: number, look: () => Promise<T>): Promise<T> => {
    const before = entries.get(key) as Entry<T> | undefined;
    entries.delete(key);
    if (before && before.changes >= changes) {
      entries.set(key, before);
      return before.found;
    }
    const entry: Entry<T> = { changes, found: look() };
    entries.set(key, entry);
    shorten(entries);
    entry.found.then(
      found => {
        entry.changes = found.changes;
        entry.last = found;
      },
      () => {
        if (entries.get(key) === entry) entries.delete(key);
      },
    );
    return entry.found;
  };

  return {
    known,
    find,
    /** Whether this list exceeded the time limit within the last ten minutes. */
    isLong: (list: string): boolean => performance.now() - (long.get(list) ?? Number.NEGATIVE_INFINITY) < longMs,
    rememberLong: (list: string): void => {
      long.set(list, performance.now());
      shorten(long);
    },
    forgetLong: (list: string): void => void long.delete(list),
    /** Returns the cached mark that is nearest to a position in the list. */
    nearest: (list: string, changes: number, place: number): Mark | undefined =>
      (marks.get(list) ?? [])
        .filter(mark => mark.changes === changes)
        .sort((a, b) => Math.abs(a.place - place) - Math.abs(b.place - place))[0],
    remember: (list: string, mark: Mark): void => {
      const others = (marks.get(list) ?? []).filter(({ changes }) => changes === mark.changes);
      marks.delete(list);
      marks.set(list, [...others, mark].slice(-marksMax));
      shorten(marks);
    },
  };
};

export type ListMemory = ReturnType<typeof makeListMemory>;
