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

export interface Field<Kind extends FieldKind = FieldKind> {
  readonly kind: Kind;
  /** Room its column wants, in characters, where the kind's own is too little or too much. */
  readonly widthCh?: number;
  /** The list can be ordered by it. */
  readonly sortable?: boolean;
  /** The list can be narrowed by it; how is said by the kind (see filters.ts). */
  readonly filterable?: boolean;
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** option, status: where the choices come from. `choices` are labelled in the texts of the resource. */
  readonly dictionary?: DictionaryName;
  readonly choices?: readonly string[];
  /** option, status from a dictionary: the field on the wire that holds the id while this one holds the title. */
  readonly idField?: string;
  /** reference: the resource it points at. */
  readonly resource?: string;
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

const make =
  <Kind extends FieldKind>(kind: Kind) =>
  <const O extends Options<Kind>>(options: O = {} as O): { readonly kind: Kind } & O => ({ kind, ...options });

/** One maker per kind: `f.text({ required: true })`. */
export const f: {
  [Kind in FieldKind]: <const O extends Options<Kind>>(options?: O) => { readonly kind: Kind } & O;
} = {
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
