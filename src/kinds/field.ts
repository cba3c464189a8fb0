import type { DictionaryName } from '../contract/dictionaries.ts';

/** The closed list of field kinds. Every side holds an exhaustive map of it: a new kind compiles when all handle it. */
export const fieldKinds = [
  'text',
  'number',
  'money',
  'date',
  'dateTime',
  'duration',
  'distance',
  'speed',
  'acceleration',
  'option',
  'reference',
  'plate',
  'vin',
  'imei',
  'phone',
  'email',
  'boolean',
  'score',
  'status',
  'position',
] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** A text in every language of the cabinet. */
export interface Bilingual {
  readonly ru: string;
  readonly en: string;
}

/** A call that answers `[{ Id, Title }]`. */
export interface Offers {
  readonly call: `GET /${string}`;
  readonly query?: Readonly<Record<string, string | boolean>>;
  /** Parameter for what is typed. Absent: the call answers all there is. */
  readonly search?: string;
  /** Parameter for the id whose title is to be shown. */
  readonly byId?: string;
  /** Only what belongs to the value of another field of the form. */
  readonly within?: { readonly field: string; readonly parameter: string };
}

export interface Field<Kind extends FieldKind = FieldKind> {
  readonly kind: Kind;
  /** What the field is called: column header, label of its input, heading on cards and in exports. A resource's field needs one. */
  readonly label?: Bilingual;
  /** What it is called where there is room: in forms, on the record's page, in its history. */
  readonly fullLabel?: Bilingual;
  /** What to write here, under the input. */
  readonly help?: Bilingual;
  /** What of its person a browser may offer for it, by the name HTML has for it: `tel`. Nothing unless said. */
  readonly autoComplete?: string;
  /** When it may be written, where the resource's form has it: always unless said otherwise. */
  readonly write?: 'create' | 'update';
  /** Room its column wants, in characters, where the kind's own is too little or too much. */
  readonly widthCh?: number;
  /** The list can be ordered by it. */
  readonly sortable?: boolean;
  /** The list can be narrowed by it; how is said by the kind (see filters.ts). */
  readonly filterable?: boolean;
  /** Never empty: asked for where it is written, never null where it is read. */
  readonly required?: boolean;
  /** Read with the record alone, not with the rows of a list. */
  readonly recordOnly?: boolean;
  /** Read with the rows, too, but nothing to offer as a column. */
  readonly unlisted?: boolean;
  /** A text that is null where there is none, though texts of its resource are else empty ones (`emptyTexts`). */
  readonly nullable?: boolean;
  /** No two records of a company may have the same. */
  readonly unique?: boolean;
  /** Call that answers `{ Free }` for a `value`: asked while one types what no two may have. */
  readonly freeCall?: `GET /${string}`;
  /** Worked out of other columns whenever it is read: it has no column, and cannot be sorted, narrowed by or written. */
  readonly derived?: true;
  /** Not asked for once this other field of the form has a value; until then it is as required as it says. */
  readonly unless?: string;
  /** What is offered for it while one types; a reference is chosen of it by its id, any other kind may be written freely. */
  readonly offers?: Offers;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** option, status: where the choices come from; `choices` are the field's own and have a text each. */
  readonly dictionary?: DictionaryName;
  readonly choices?: readonly string[];
  readonly choiceLabels?: Readonly<Record<string, Bilingual>>;
  /**
   * reference, and what is chosen from a dictionary: the field on the wire that holds the id; this one holds the title.
   * Its own name: the wire has the id alone.
   */
  readonly idField?: string;
  /** option with `idField`: any number of entries; the wire has a list of ids, each once, in ascending order. */
  readonly many?: boolean;
  /** reference: the resource it points at. */
  readonly to?: string;
  /** Two parts of a position on the wire. */
  readonly parts?: readonly [latitude: string, longitude: string];
  /** A choice to colour by, word included: severity, never decoration. */
  readonly tone?: 'severity' | 'work';
  /** number: a whole one. */
  readonly integer?: boolean;
  /** number: names a record, so it is a positive whole number whose digits are not grouped. */
  readonly identifier?: boolean;
  /** text: drawn with a sign before it wherever it is not empty. */
  readonly sign?: 'lock';
}
