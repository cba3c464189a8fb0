export type ItemState = 'waiting' | 'can' | 'cannot' | 'done' | 'refused' | 'undone' | 'left';

/** Number of records by state. A state without records may be absent. */
export type Counts = { readonly [State in ItemState]?: number };

const sumOf = (counts: Counts, ...states: readonly ItemState[]): number =>
  states.reduce((sum, state) => sum + Number(counts[state] ?? 0), 0);

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
