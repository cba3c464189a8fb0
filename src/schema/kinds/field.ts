import type { Role } from '../../contract/access.ts';
import type { CommonDictionary, DictionaryName } from '../../contract/dictionaries.ts';
import type { Severity } from '../../contract/states.ts';

/**
 * All field kinds. A new kind compiles only if it has rules (kinds.ts) and components (src/fields/registry.ts). All
 * other code depends only on the type of a kind's values (`ValueType`).
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

/** A text in the two languages in which descriptions have their texts. */
export interface Bilingual {
  readonly ru: string;
  readonly en: string;
}

/** Source of suggestions for an input: an API call that answers `[{ Id, Title }]`. */
export interface SuggestionSource {
  readonly call: `GET /${string}`;
  readonly query?: Readonly<Record<string, string | boolean>>;
  /** Name of the query parameter with the typed text. Absent: the API call answers all suggestions. */
  readonly search?: string;
  /** Name of the query parameter with an id, for a request that only needs the title of this id. */
  readonly byId?: string;
  /**
   * Limits the suggestions to those that belong to the present value of another field, for example models of a brand.
   * This value is sent as the query parameter.
   */
  readonly within?: { readonly field: string; readonly parameter: string };
}

export interface Field<Kind extends FieldKind = FieldKind> {
  readonly kind: Kind;
  /**
   * Label of the field: column header, input label, heading on cards and in exports. Required for fields of a resource.
   */
  readonly label?: Bilingual;
  /** Longer label of the field, for forms, record pages and history. */
  readonly fullLabel?: Bilingual;
  /** Help text under the input. */
  readonly help?: Bilingual;
  /** HTML autocomplete token of the input, such as `tel`. Default: `off`. */
  readonly autoComplete?: string;
  /** The only form that may write the field, that of a new or of an existing record. Absent: both forms. */
  readonly write?: 'create' | 'update';
  /** Column width in characters. Absent: the default width of the kind. */
  readonly widthCh?: number;
  /** True: the list can be sorted by the field. */
  readonly sortable?: boolean;
  /** True: the list can be filtered by the field. The kind decides the comparisons (filters.ts). */
  readonly filterable?: boolean;
  /** True: the field is never empty. Forms require a value, and API answers never contain null. */
  readonly required?: boolean;
  /** True: the field is read only in single records, not in the rows of a list. */
  readonly recordOnly?: boolean;
  /**
   * True: the field is written or filtered by, but never read, such as a password. The server handles the value, and
   * the table has no column for it.
   */
  readonly inputOnly?: boolean;
  /** True: the rows of a list contain the field, but users cannot show it as a column. */
  readonly unlisted?: boolean;
  /** True: API answers have null for a missing text, even if the resource has `emptyTexts`. */
  readonly nullable?: boolean;
  /**
   * Only for kind text. True: the text is the number of a document, and a sign for "number" (№) at its start is
   * removed.
   */
  readonly documentNumber?: true;
  /** True: the value is unique within a company. */
  readonly unique?: boolean;
  /**
   * API call that answers `{ Free, Alike, Doubt }` for a `value` of a `field`: whether a record may have it, and what
   * is doubtful about it because of other records. The form calls it while a person types the value.
   */
  readonly uniquenessCall?: `GET /${string}`;
  /**
   * True: the value is computed from other columns whenever it is read. The field has no column in the table, and
   * cannot be sorted, filtered or written.
   */
  readonly derived?: true;
  /** Name of another field of the form. Once that field has a value, this one is hidden and not required. */
  readonly replacedBy?: string;
  /**
   * Suggestions while a person types. A field of kind reference stores the id of a suggestion. Other kinds also accept
   * any text.
   */
  readonly suggestions?: SuggestionSource;
  readonly maxLength?: number;
  /** Value that the field has at first in the form of a new record. */
  readonly initialValue?: string | number | boolean;
  /** Only for kind date. True: the date must not be after today. */
  readonly mustBePast?: boolean;
  /** Only for kind dateTime. True: a planned time. It must lie between the moment of writing and one year later. */
  readonly mustBeFuture?: boolean;
  /**
   * The field is required while another field of the form has one of these values. The other field is given by its name
   * in the API.
   */
  readonly requiredWhen?: {
    readonly field: string;
    readonly values: readonly (string | number)[];
    /** True: the form hides the field while it is not required, except when it already has a value. */
    readonly hiddenOtherwise?: true;
  };
  readonly minLength?: number;
  /** Only for kind text. True: a password. Typed text is hidden, and spaces around it are part of it. */
  readonly secret?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  /**
   * Only for kind number: the value is a year. Maximum number of years after the present one, because next year's cars
   * are sold this year.
   */
  readonly yearsAhead?: number;
  /**
   * Only for kinds option and status: dictionary with the choices. A field without a dictionary has its own `choices`,
   * each with a text.
   */
  readonly dictionary?: DictionaryName;
  readonly choices?: readonly string[];
  readonly choiceLabels?: Readonly<Record<string, Bilingual>>;
  /**
   * Choices that only these roles may select. If a record has such a choice, only these roles may change the record.
   */
  readonly choiceAccess?: Readonly<Record<string, readonly Role[]>>;
  /**
   * Only for references and for choices from a dictionary: name of the id in the API. The field's own name in the API
   * then holds the title. If both names are equal, the API has the id and no title.
   */
  readonly idField?: string;
  /**
   * Only for kind option. True: several different choices at once, as a list in the API. Entries of a dictionary are
   * listed as ids (`idField`) in ascending order. Own choices are listed in the order of the description.
   */
  readonly many?: boolean;
  /**
   * Only for kind option with `many`: each choice combines an entry of the first dictionary with an entry of the
   * second. In the API such a choice is a text of both ids: `3:1`.
   */
  readonly pairOf?: readonly [CommonDictionary, CommonDictionary];
  /**
   * Only for kind reference: name of the resource that the field refers to, and filters for the records that its picker
   * offers.
   */
  readonly targetResource?: string;
  readonly targetFilters?: Readonly<Record<string, string>>;
  /**
   * Only for kind reference, if filterable. True: the page of the record that the field refers to has a list of all
   * records that refer to it.
   */
  readonly listOnTarget?: true;
  /** Name of a reference of the same resource. The page of a record links this field's value to that reference's page. */
  readonly opens?: string;
  /** Only for kind reference: fields of the record that pickers and filters show next to its title. */
  readonly pickerFigures?: readonly string[];
  /** Only for kind position: names of its latitude and its longitude in the API. */
  readonly parts?: readonly [latitude: string, longitude: string];
  /**
   * Meaning of the choices' colours. `severity`: each choice has the colour of its severity. `work`: the choices are
   * states of work.
   */
  readonly tone?: 'severity' | 'work';
  /** Only for `tone: 'severity'`: severity of each choice. Absent: the choices are severities themselves. */
  readonly severityOf?: Readonly<Record<string, Severity>>;
  /** Only for kind number. True: an integer. */
  readonly integer?: boolean;
  /** Only for kind number. True: an identifier, which is a positive integer whose digits are not grouped. */
  readonly identifier?: boolean;
  /**
   * Fields whose texts together form this field's text, in this order. This field is shown and never written. An import
   * file may contain this text instead of the single fields.
   */
  readonly composedOf?: readonly string[];
  /** Resource whose records an import file names by their titles. Only a reference without `targetResource` needs it. */
  readonly importTitleResource?: string;
  /**
   * Only for kind score: the row's property with the earlier scores, oldest first. A missing score is null. A line next
   * to the score draws them.
   */
  readonly trendProperty?: string;
  /** Only for kind dateTime. True: shown as the duration since then, such as `5 min ago`. */
  readonly shownAsAge?: true;
  /** Only for kind text: icon that is shown if the text is not empty. */
  readonly icon?: 'lock';
  /** Only for kind boolean: icon that is shown for true. Nothing is shown for false. */
  readonly trueIcon?: 'star';
}
