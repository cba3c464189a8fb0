/** What became of a record of a bulk change so far. */
export type ItemState = 'waiting' | 'can' | 'cannot' | 'done' | 'refused' | 'undone' | 'left';

/** Number of records by what became of them; a state that none is in may be absent. */
export type Counts = { readonly [State in ItemState]?: number };

const sumOf = (counts: Counts, ...states: readonly ItemState[]): number =>
  states.reduce((sum, state) => sum + Number(counts[state] ?? 0), 0);

/** What is told of a bulk change in numbers. */
export const figuresOf = (counts: Counts) => {
  const changed = sumOf(counts, 'done', 'undone', 'left');
  const possible = changed + sumOf(counts, 'can', 'refused');
  return {
    Matching: possible + sumOf(counts, 'waiting', 'cannot'),
    Possible: possible,
    Changed: changed,
    Refused: sumOf(counts, 'cannot', 'refused'),
    Undone: sumOf(counts, 'undone'),
    Left: sumOf(counts, 'left'),
  };
};
