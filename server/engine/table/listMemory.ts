/**
 * A cached fact about a list: a count, ids or a position. `changes` is the company's change number when the fact was
 * read.
 */
export interface CachedFact {
  readonly changes: number;
}

/** A row of an unfiltered list whose place in the list is known. */
export interface Anchor {
  /** Number of rows before this one. */
  readonly place: number;
  /** Sort value, as text. */
  readonly key: string | null;
  readonly id: number;
}

export interface Anchors extends CachedFact {
  readonly rows: readonly Anchor[];
}

interface AnchorsEntry {
  anchors: Promise<Anchors>;
  /** Time, ms, at which the company had had no change since the anchors were read. */
  validAtMs: number;
  renewal?: Promise<void>;
}

interface Entry<T> {
  /** Number of the company's last change. `fact` is valid from this change on. */
  changes: number;
  readonly fact: Promise<T>;
  /** The resolved value of `fact`. Absent while the query runs. */
  resolvedFact?: T;
}

const entriesMax = 500;
/** Number of lists whose anchors are cached. A list of a million rows has 0.1 MB of anchors. */
const anchoredListsMax = 100;
/** Maximum age, ms, of the anchors of a list in a company that has changed since. */
const anchorsMaxAgeMs = 5000;
/** Age, ms, from which a request for anchors renews them for the requests that follow. */
const renewalAgeMs = 4000;
/**
 * Time, ms, during which a list that exceeded the time limit is read with the longer limit at once. A try with the
 * usual limit would only delay the answer.
 */
const slowForMs = 600_000;

const evictOldest = (map: Map<string, unknown>, max = entriesMax): void => {
  for (const key of map.keys()) {
    if (map.size <= max) return;
    map.delete(key);
  }
};

/** Creates the cache of counts and ids, by the key of the query that reads them. */
const makeFactCache = () => {
  const entries = new Map<string, Entry<CachedFact>>();
  return {
    /**
     * Returns the cached result. Undefined if there is none, or if its query still runs. The result is valid while its
     * change number equals the company's.
     */
    known: <T extends CachedFact>(key: string): T | undefined => entries.get(key)?.resolvedFact as T | undefined,
    /**
     * Returns the cached fact if its change number is `changes` or later, else runs `readFact`. Callers with the same
     * key share one query.
     */
    find: <T extends CachedFact>(key: string, changes: number, readFact: () => Promise<T>): Promise<T> => {
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
    },
  };
};

/**
 * Returns a function that reads the anchors of a list. Old ones are renewed while they are used, so that a list in use
 * seldom waits for new ones. Nothing is read again for a company without a change.
 */
const makeAnchorReader = () => {
  const anchorsOfLists = new Map<string, AnchorsEntry>();
  return async (
    list: string,
    read: () => Promise<Anchors>,
    readChangeNumber: () => Promise<number>,
  ): Promise<readonly Anchor[]> => {
    const nowMs = performance.now();
    const cached = anchorsOfLists.get(list);
    const entry = cached ?? { anchors: read(), validAtMs: nowMs };
    anchorsOfLists.delete(list);
    anchorsOfLists.set(list, entry);
    evictOldest(anchorsOfLists, anchoredListsMax);
    if (!cached)
      entry.anchors.catch(() => {
        if (anchorsOfLists.get(list) === entry) anchorsOfLists.delete(list);
      });
    const renew = async () => {
      const startedMs = performance.now();
      if ((await readChangeNumber()) !== (await entry.anchors).changes) entry.anchors = Promise.resolve(await read());
      entry.validAtMs = startedMs;
    };
    const ageMs = nowMs - entry.validAtMs;
    if (ageMs > renewalAgeMs) {
      entry.renewal ??= renew().finally(() => delete entry.renewal);
      if (ageMs > anchorsMaxAgeMs) await entry.renewal;
      else entry.renewal.catch(() => {});
    }
    return (await entry.anchors).rows;
  };
};

/** Creates the memory of lists that exceeded the time limit within the last ten minutes. */
const makeSlowLists = () => {
  const slowLists = new Map<string, number>();
  return {
    isSlow: (list: string): boolean =>
      performance.now() - (slowLists.get(list) ?? Number.NEGATIVE_INFINITY) < slowForMs,
    markSlow: (list: string): void => {
      slowLists.set(list, performance.now());
      evictOldest(slowLists);
    },
    clearSlow: (list: string): void => void slowLists.delete(list),
  };
};

/**
 * Creates the cache of facts about lists. Counts and ids are valid until the company's next change: the statement that
 * reads the rows checks that the change number is unchanged. Anchors may be `anchorsMaxAgeMs` older than a change.
 */
export const makeListCache = () => ({ ...makeFactCache(), anchors: makeAnchorReader(), ...makeSlowLists() });

export type ListCache = ReturnType<typeof makeListCache>;
