/**
 * A cached fact about a list: a count, ids or a position. `changes` is the company's change number when the fact was
 * read.
 */
export interface CachedFact {
  readonly changes: number;
}

/** A row of an unfiltered list whose position is known, with its sort value and id. */
export interface KnownRow extends CachedFact {
  readonly position: number;
  readonly key: string | null;
  readonly id: number;
}

interface Entry<T> {
  /** Number of the company's last change. `fact` is valid from this change on. */
  changes: number;
  readonly fact: Promise<T>;
  /** The resolved value of `fact`. Absent while the query runs. */
  resolvedFact?: T;
}

const entriesMax = 500;
const knownRowsMax = 100;
/**
 * Time, ms, during which a list that exceeded the time limit is read with the longer limit at once. A try with the
 * usual limit would only delay the answer.
 */
const slowForMs = 600_000;

const evictOldest = (map: Map<string, unknown>): void => {
  for (const key of map.keys()) {
    if (map.size <= entriesMax) return;
    map.delete(key);
  }
};

/**
 * Creates the cache of facts about lists, valid until the company's next change. The statement that reads the rows also
 * checks that the change number is unchanged, so stale facts are never shown.
 */
export const makeListCache = () => {
  const entries = new Map<string, Entry<CachedFact>>();
  const knownRows = new Map<string, KnownRow[]>();
  const slowLists = new Map<string, number>();

  /**
   * Returns the cached result. Undefined if there is none, or if its query still runs. The result is valid while its
   * change number equals the company's.
   */
  const peek = <T extends CachedFact>(key: string): T | undefined => entries.get(key)?.resolvedFact as T | undefined;

  /**
   * Returns the cached fact if its change number is `changes` or later, else runs `readFact`. Callers with the same key
   * share one query.
   */
  const findOrRead = <T extends CachedFact>(key: string, changes: number, readFact: () => Promise<T>): Promise<T> => {
    const cachedEntry = entries.get(key) as Entry<T> | undefined;
    entries.delete(key);
    if (cachedEntry && cachedEntry.changes >= changes) {
      entries.set(key, cachedEntry);
      return cachedEntry.fact;
    }
    const entry: Entry<T> = { changes, fact: readFact() };
    entries.set(key, entry);
    evictOldest(entries);
    entry.fact.then(
      fact => {
        entry.changes = fact.changes;
        entry.resolvedFact = fact;
      },
      () => {
        if (entries.get(key) === entry) entries.delete(key);
      },
    );
    return entry.fact;
  };

  return {
    known: peek,
    find: findOrRead,
    /** Whether this list exceeded the time limit within the last ten minutes. */
    isSlow: (list: string): boolean =>
      performance.now() - (slowLists.get(list) ?? Number.NEGATIVE_INFINITY) < slowForMs,
    markSlow: (list: string): void => {
      slowLists.set(list, performance.now());
      evictOldest(slowLists);
    },
    clearSlow: (list: string): void => void slowLists.delete(list),
    /** Returns the cached row with a known position that is nearest to a position in the list. */
    nearestKnownRow: (list: string, changes: number, position: number): KnownRow | undefined =>
      (knownRows.get(list) ?? [])
        .filter(knownRow => knownRow.changes === changes)
        .sort((a, b) => Math.abs(a.position - position) - Math.abs(b.position - position))[0],
    addKnownRow: (list: string, knownRow: KnownRow): void => {
      const validRows = (knownRows.get(list) ?? []).filter(({ changes }) => changes === knownRow.changes);
      knownRows.delete(list);
      knownRows.set(list, [...validRows, knownRow].slice(-knownRowsMax));
      evictOldest(knownRows);
    },
  };
};

export type ListCache = ReturnType<typeof makeListCache>;
