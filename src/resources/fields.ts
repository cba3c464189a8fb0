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

export interface Field<Kind extends FieldKind = FieldKind> {
  readonly kind: Kind;
  /** What the field is called: column header, label of its input, heading on cards and in exports. A resource's field needs one. */
  readonly label?: Bilingual;
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
  readonly required?: boolean;
  /** No two records of a company may have the same. */
  readonly unique?: boolean;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** option, status: where the choices come from; `choices` are the field's own and have a text each. */
  readonly dictionary?: DictionaryName;
  readonly choices?: readonly string[];
  readonly choiceLabels?: Readonly<Record<string, Bilingual>>;
  /** option from a dictionary: any number of them; the wire has an array of ids. */
  readonly many?: boolean;
  /** reference, and what is chosen from a dictionary: the field on the wire that holds the id; this one holds the title. */
  readonly idField?: string;
  /** reference: the resource it points at. */
  readonly to?: string;
  /** Two parts of a position on the wire. */
  readonly parts?: readonly [latitude: string, longitude: string];
  /** A choice to colour by, word included: severity, never decoration. */
  readonly tone?: 'severity' | 'work';
  /** number: names a record, so it is a positive whole number whose digits are not grouped. */
  readonly identifier?: boolean;
  /** text: drawn with a sign before it wherever it is not empty. */
  readonly sign?: 'lock';
}

type Options<Kind extends FieldKind> = Omit<Field<Kind>, 'kind'>;
type Make<Kind extends FieldKind> = <const O extends Options<Kind>>(options?: O) => { readonly kind: Kind } & O;

const make =
  <Kind extends FieldKind>(kind: Kind): Make<Kind> =>
  options =>
    ({ kind, ...options }) as never;

/** One maker per kind: `f.text({ label: { ru: 'Город', en: 'City' }, required: true })`. */
export const f: { readonly [Kind in FieldKind]: Make<Kind> } = {
  text: make('text'),
  number: make('number'),
  money: make('money'),
  date: make('date'),
  dateTime: make('dateTime'),
  duration: make('duration'),
  distance: make('distance'),
  speed: make('speed'),
  acceleration: make('acceleration'),
  option: make('option'),
  reference: make('reference'),
  plate: make('plate'),
  vin: make('vin'),
  imei: make('imei'),
  phone: make('phone'),
  email: make('email'),
  boolean: make('boolean'),
  score: make('score'),
  status: make('status'),
  position: make('position'),
};
