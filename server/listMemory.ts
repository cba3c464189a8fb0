/** Something found out about a list, and the number of its company's last change at that moment. */
export interface Found {
  readonly changes: number;
}

/** Where a page begins: the place of a row in the whole list, and what the list is sorted by there. */
export interface Mark extends Found {
  readonly place: number;
  readonly key: string | null;
  readonly id: number;
}

interface Entry<T> {
  /** What is found holds from this change on. */
  changes: number;
  readonly found: Promise<T>;
  /** Once it is found. */
  last?: T;
}

const entriesMax = 500;
const marksMax = 100;
/** A list that took too long is not tried within the time of a list again for so long: the trying would be waited for too. */
const longMs = 600_000;

const shorten = (map: Map<string, unknown>): void => {
  for (const key of map.keys()) {
    if (map.size <= entriesMax) return;
    map.delete(key);
  }
};

/**
 * What was found out about lists, until their company changes. Nothing in it is shown without the database saying, in
 * the statement that reads the rows, that the number is still the same.
 */
export const makeListMemory = () => {
  const entries = new Map<string, Entry<Found>>();
  const marks = new Map<string, Mark[]>();
  const long = new Map<string, number>();

  /** What was found last, once it is; the number in it says whether it still holds. */
  const known = <T extends Found>(key: string): T | undefined => entries.get(key)?.last as T | undefined;

  /** What holds at the change `changes` or a later one: many who ask at once wait for one answer. */
  const find = <T extends Found>(key: string, changes: number, look: () => Promise<T>): Promise<T> => {
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
    /** Whether what is asked for needed more than the time of a list in the last ten minutes. */
    isLong: (list: string): boolean => performance.now() - (long.get(list) ?? Number.NEGATIVE_INFINITY) < longMs,
    rememberLong: (list: string): void => {
      long.set(list, performance.now());
      shorten(long);
    },
    forgetLong: (list: string): void => void long.delete(list),
    /** The known mark of a list that is nearest to a place. */
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
