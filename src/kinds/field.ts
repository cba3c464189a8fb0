import type { Role } from '../contract/access.ts';
import type { CommonDictionary, DictionaryName } from '../contract/dictionaries.ts';
import type { Severity } from '../contract/states.ts';

/** All field kinds. Each side has an exhaustive map of them: a new kind compiles once all handle it. */
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
  /** Column header, input label, heading on cards and in exports. Required for resources' fields. */
  readonly label?: Bilingual;
  /** Longer label for forms, record pages and history. */
  readonly fullLabel?: Bilingual;
  /** Help text under the input. */
  readonly help?: Bilingual;
  /** HTML autocomplete token, such as `tel`; off by default. */
  readonly autoComplete?: string;
  /** When its form may write it; default: always. */
  readonly write?: 'create' | 'update';
  /** Column width in characters, if the kind's does not fit. */
  readonly widthCh?: number;
  /** The list can be sorted by it. */
  readonly sortable?: boolean;
  /** The list can be filtered by it, as its kind defines (filters.ts). */
  readonly filterable?: boolean;
  /** Never empty: required when written, never null when read. */
  readonly required?: boolean;
  /** Part of single records only, not of list rows. */
  readonly recordOnly?: boolean;
  /** Written and never read: what becomes of it is the server's matter. It has no column. */
  readonly inputOnly?: boolean;
  /** Read with the rows, too, but nothing to offer as a column. */
  readonly unlisted?: boolean;
  /** A text that is null if missing, although the resource has empty texts (`emptyTexts`). */
  readonly nullable?: boolean;
  /** text: the number of a document; a number sign before it is no part of it. */
  readonly documentNumber?: true;
  /** Unique within a company. */
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
  /** What a new record has where nothing else is chosen. */
  readonly initially?: string | number | boolean;
  /** date: not after today. */
  readonly past?: boolean;
  /** dateTime: what is planned, and so not before the moment it is written, nor more than a year after it. */
  readonly future?: boolean;
  /** Required as long as another field of the form, by its name on the wire, has one of these values. */
  readonly requiredWhen?: {
    readonly field: string;
    readonly among: readonly (string | number)[];
    /** Nobody is asked for it otherwise; a value that stands there stays in sight. */
    readonly only?: true;
  };
  readonly minLength?: number;
  /** text: a password; typed unseen, and blanks around it belong to it. */
  readonly secret?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  /** number: a year, at most so many after the current one: next year's cars are sold this year. */
  readonly yearsAhead?: number;
  /** option, status: source of the choices; `choices` are the field's own, each with a text. */
  readonly dictionary?: DictionaryName;
  readonly choices?: readonly string[];
  readonly choiceLabels?: Readonly<Record<string, Bilingual>>;
  /** Choices that only accounts with one of these roles may give; a record that has one is theirs alone to change. */
  readonly choiceAccess?: Readonly<Record<string, readonly Role[]>>;
  /**
   * reference, and choices from a dictionary: the wire field with the id, while this one holds the title. If it is the
   * field's own name, the wire has the id only.
   */
  readonly idField?: string;
  /**
   * option: any number of them, each once. The wire has a list: of entries of a dictionary their ids (`idField`) in ascending
   * order, of own choices the choices in the order of the description.
   */
  readonly many?: boolean;
  /** option with `many`: each choice is an entry of the first dictionary with one of the second. The wire has `3:1`. */
  readonly pairOf?: readonly [CommonDictionary, CommonDictionary];
  /** reference: the resource it points at, and filters of what is offered of it. */
  readonly to?: string;
  readonly among?: Readonly<Record<string, string>>;
  /** reference: figures of that resource that are said beside each title when one chooses. */
  readonly beside?: readonly string[];
  /** Two parts of a position on the wire. */
  readonly parts?: readonly [latitude: string, longitude: string];
  /** Choice shown in a semantic colour, never as decoration. */
  readonly tone?: 'severity' | 'work';
  /** tone severity: the severity of each choice, where the choices are none themselves. */
  readonly severityOf?: Readonly<Record<string, Severity>>;
  /** number: integer. */
  readonly integer?: boolean;
  /** number: an identifier, i.e. a positive integer whose digits are not grouped. */
  readonly identifier?: boolean;
  /** Shown and not written: one text made of these fields' texts, in this order. A file may have it in their place. */
  readonly madeOf?: readonly string[];
  /** reference without `to`: the resource whose records a file names by their titles. */
  readonly titlesOf?: string;
  /** score: the row's property with its course, oldest first, null where there was none; drawn beside it as a line. */
  readonly trend?: string;
  /** dateTime: shown as how long ago it was. */
  readonly asAge?: true;
  /** text: icon shown unless empty. */
  readonly sign?: 'lock';
  /** boolean: icon shown instead of a yes, nothing instead of a no. */
  readonly yesAs?: 'star';
}
