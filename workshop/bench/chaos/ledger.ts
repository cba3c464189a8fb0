/** Kinds of work in the test. Each piece of work leaves a row, and these rows are counted at the end. */
export const workKinds = [
  'accident',
  'note',
  'logged call',
  'photograph',
  'closed case',
  'message of fixes',
  'message of an impact',
  'imported voucher',
  'bulk-changed voucher',
  'export',
  'dossier',
  'invited operator',
] as const;
export type WorkKind = (typeof workKinds)[number];

type State = 'unsure' | 'acknowledged';

/**
 * Records what the test has requested. Each request has a unique mark that its row contains, and a state. The state
 * says whether a server acknowledged the request.
 */
export const makeLedger = () => {
  const kinds = new Map<WorkKind, Map<string, State>>(workKinds.map(kind => [kind, new Map()]));
  const of = (kind: WorkKind) => kinds.get(kind) as Map<string, State>;
  return {
    of: (kind: WorkKind): ReadonlyMap<string, State> => of(kind),
    /** Must be called before the request is sent, because the row may exist from then on. */
    begin: (kind: WorkKind, mark: string) => void of(kind).set(mark, 'unsure'),
    acknowledge: (kind: WorkKind, ...marks: readonly string[]) => {
      for (const mark of marks) of(kind).set(mark, 'acknowledged');
    },
  };
};
export type Ledger = ReturnType<typeof makeLedger>;

export interface Comparison {
  readonly kind: WorkKind;
  readonly acknowledged: number;
  readonly unsure: number;
  readonly missing: readonly string[];
  readonly doubled: readonly string[];
  /** Marks of stored rows that no request of the test wrote. */
  readonly unrequested: readonly string[];
}

/** Compares the ledger with the rows in the database. `found` holds the number of rows for each mark. */
export const compare = (ledger: Ledger, kind: WorkKind, found: ReadonlyMap<string, number>): Comparison => {
  const marks = ledger.of(kind);
  const those = (state: State) => [...marks].filter(([, its]) => its === state).map(([mark]) => mark);
  return {
    kind,
    acknowledged: those('acknowledged').length,
    unsure: those('unsure').length,
    missing: those('acknowledged').filter(mark => !found.has(mark)),
    doubled: [...found].filter(([, count]) => count > 1).map(([mark]) => mark),
    unrequested: [...found.keys()].filter(mark => !marks.has(mark)),
  };
};
