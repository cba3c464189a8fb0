import type { Role } from '../../contract/access.ts';
import type { CommonDictionary, DictionaryName } from '../../contract/dictionaries.ts';
import type { Severity } from '../../contract/states.ts';

/**
 * All field kinds. A new kind compiles when it has rules (kinds.ts) and components (src/fields/registry.ts). Other code
 * distinguishes only the types of values (`ValueType`).
 */
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

/** A text in all languages of the cabinet. */
export interface Bilingual {
  readonly ru: string;
  readonly en: string;
}

/** Source of suggestions: a call that answers `[{ Id, Title }]`. */
export interface SuggestionSource {
  readonly call: `GET /${string}`;
  readonly query?: Readonly<Record<string, string | boolean>>;
  /** Query parameter for the typed text. Absent: the call answers all suggestions. */
  readonly search?: string;
  /** Query parameter for an id whose title is needed. */
  readonly byId?: string;
  /**
   * Limits the suggestions to those that belong to the present value of another field. Its value is sent as the query
   * parameter.
   */
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
  /** HTML autocomplete token, such as `tel`. Default: `off`. */
  readonly autoComplete?: string;
  /** The form that may write the field. Default: both. */
  readonly write?: 'create' | 'update';
  /** Column width in characters, if the default of the kind does not fit. */
  readonly widthCh?: number;
  /** The list can be sorted by the field. */
  readonly sortable?: boolean;
  /** The list can be filtered by the field. The kind decides the comparisons (filters.ts). */
  readonly filterable?: boolean;
  /** Never empty: required in forms, never null in answers. */
  readonly required?: boolean;
  /** Part of single records only, not of list rows. */
  readonly recordOnly?: boolean;
  /** An input only, which is never read. The server's module handles the value, and the table has no column for it. */
  readonly inputOnly?: boolean;
  /** Part of the rows, but not offered as a column. */
  readonly unlisted?: boolean;
  /** Answers have null for a missing text, even if the resource has `emptyTexts`. */
  readonly nullable?: boolean;
  /** Kind text: the number of a document. A leading number sign is removed. */
  readonly documentNumber?: true;
  /** Value is unique within a company. */
  readonly unique?: boolean;
  /** Call that answers `{ Free }` for a `value`. The form calls it while a person types a unique value. */
  readonly uniquenessCall?: `GET /${string}`;
  /** Computed from other columns whenever it is read. It has no column, and cannot be sorted, filtered or written. */
  readonly derived?: true;
  /** Name of another field of the form. Once that field has a value, this one is hidden and not required. */
  readonly replacedBy?: string;
  /** Suggestions while a person types. A reference takes the id of a suggestion. Other kinds also accept any text. */
  readonly suggestions?: SuggestionSource;
  readonly maxLength?: number;
  /** Initial value in the form of a new record. */
  readonly initialValue?: string | number | boolean;
  /** Kind date: not after today. */
  readonly past?: boolean;
  /** Kind dateTime: a planned time. It must lie between the moment of writing and one year later. */
  readonly future?: boolean;
  /** The field is required while another field of the form, given by its wire name, has one of these values. */
  readonly requiredWhen?: {
    readonly field: string;
    readonly among: readonly (string | number)[];
    /** True: the form hides the field while it is not required, except when it already has a value. */
    readonly only?: true;
  };
  readonly minLength?: number;
  /** Kind text: a password. Typed text is hidden, and spaces around it are part of it. */
  readonly secret?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  /**
   * Kind number: a year. Maximum number of years after the present one, because next year's cars are sold this year.
   */
  readonly yearsAhead?: number;
  /**
   * Kinds option and status: dictionary with the choices. A field without a dictionary has its own `choices`, each with
   * a text.
   */
  readonly dictionary?: DictionaryName;
  readonly choices?: readonly string[];
  readonly choiceLabels?: Readonly<Record<string, Bilingual>>;
  /** Choices that only these roles may select. Only these roles may change a record that has such a choice. */
  readonly choiceAccess?: Readonly<Record<string, readonly Role[]>>;
  /**
   * Reference, or choices from a dictionary: wire name of the id. The field's own wire name then holds the title. If
   * both names are equal, the wire has the id and no title.
   */
  readonly idField?: string;
  /**
   * Kind option: several different choices. The wire has a list. Entries of a dictionary are listed as ids (`idField`)
   * in ascending order. Own choices are listed in the order of the description.
   */
  readonly many?: boolean;
  /**
   * Kind option with `many`: each choice combines an entry of the first dictionary with an entry of the second. The
   * wire has `3:1`.
   */
  readonly pairOf?: readonly [CommonDictionary, CommonDictionary];
  /** Kind reference: the resource that the field points at, and filters for the offered records. */
  readonly to?: string;
  readonly among?: Readonly<Record<string, string>>;
  /** Kind reference, filterable: the page of the record that the field refers to lists all records that refer to it. */
  readonly listOnTarget?: true;
  /** Kind reference: figures of the offered record that the picker shows next to its title. */
  readonly pickerFigures?: readonly string[];
  /** Wire names of latitude and longitude of a position. */
  readonly parts?: readonly [latitude: string, longitude: string];
  /**
   * `severity`: each choice has the colour of its severity. `work`: the choices are states of work. Colour is never
   * decoration.
   */
  readonly tone?: 'severity' | 'work';
  /** For `tone: 'severity'`: severity of each choice. Absent: the choices are severities themselves. */
  readonly severityOf?: Readonly<Record<string, Severity>>;
  /** Kind number: an integer. */
  readonly integer?: boolean;
  /** Kind number: an identifier, which is a positive integer without grouping of digits. */
  readonly identifier?: boolean;
  /**
   * Fields whose texts form this text, in this order. The field is shown and never written. An import file may have
   * this text instead of the single fields.
   */
  readonly composedOf?: readonly string[];
  /** Resource whose records an import file names by their titles. It is needed only for a reference without `to`. */
  readonly importTitleResource?: string;
  /**
   * Kind score: the row's property with the earlier scores, oldest first, null for a missing one. A line next to the
   * score draws them.
   */
  readonly trendProperty?: string;
  /** Kind dateTime: shown as the time that has passed since then: `5 min ago`. */
  readonly shownAsAge?: true;
  /** Kind text: icon shown if the text is not empty. */
  readonly icon?: 'lock';
  /** Kind boolean: icon shown for true. False shows nothing. */
  readonly trueIcon?: 'star';
}
