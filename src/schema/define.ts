import type { Role, Verb } from '../contract/access.ts';
import type { CallName } from '../contract/index.ts';
import type { EventType } from '../contract/shapes/live.ts';
import type { Bilingual, Field } from './fields.ts';
import type { Fields, FormRow, NameOf, Rule, Section, Step, SteppedForm, Tab } from './forms.ts';
import type { States } from './lifeCycle.ts';
import type { Navigation } from './navigation.ts';
import type { Exact } from './only.ts';
import type { RecordPartName } from './recordParts.ts';
import type { SearchSettings } from './searchSettings.ts';

/**
 * Highlighting of rows that wait for a person, in one list of a split resource. Rows that wait longer are highlighted
 * more.
 */
interface OverdueHighlight<F extends Fields> {
  readonly splitValue: string;
  readonly sinceField: NameOf<F>;
  /** Field with the moment after which a row is overdue, even if the row has not waited long. */
  readonly dueField: NameOf<F>;
  /** Hours of waiting after which a row is old, and after which it is very old. */
  readonly oldAfterHours: readonly [old: number, veryOld: number];
}

type SortKey<F extends Fields> = `${NameOf<F>}-${'asc' | 'desc'}`;

/**
 * Names of a resource's records. `title` is the heading of the list. `one`, `few`, `many` and `other` follow a number,
 * by its plural form.
 */
export interface Nouns {
  readonly ru: {
    readonly title: string;
    readonly one: string;
    readonly few: string;
    readonly many: string;
    /** Heading of the form for a new record: `Добавить центр установки`. */
    readonly add?: string;
  };
  readonly en: { readonly title: string; readonly one: string; readonly other: string; readonly add?: string };
}

/** Column headings in import files by field, in any language. The field's own labels are also recognised. */
export type Headings = Readonly<Record<string, readonly string[]>>;

/** Fields that a card shows, by their position on the card. */
export interface Card<F extends Fields> {
  readonly title: NameOf<F>;
  readonly subtitle?: NameOf<F>;
  /** The field with the most important figure, shown in large type. */
  readonly figure?: NameOf<F>;
  readonly badge?: NameOf<F>;
  /** Lines of values that are understood without a label, such as client and phone. */
  readonly summary?: readonly (readonly NameOf<F>[])[];
  /** Fields below, each on a line with its label. */
  readonly lines: readonly NameOf<F>[];
}

/**
 * Live updates of a list by events. An event has `Id`, `Version` and the changed fields of the record by their names in
 * the API.
 */
export interface LiveUpdates {
  readonly event: EventType;
  /**
   * Only for a resource with several lists (`split` of the description). Names of the event's properties that say in
   * which list the record is now, and from which list it has moved. Without a move, the second property is null.
   */
  readonly split?: { readonly current: string; readonly previous: string };
}

/**
 * Records that belong to a record of the resource, such as notes or pictures. Their API calls take the owner's id as
 * `{id}`. The list call answers an array. In react-admin their resource is called `accidents.notes`, for example, and
 * `meta.ownerId` holds the owner's id.
 */
export interface Nested {
  readonly calls: { readonly [V in 'list' | 'create' | 'update' | 'remove']?: CallName };
  /** Name of the path parameter with the id of the nested record. */
  readonly idParameter: string;
  /** Name under which events of the owner report a change of its nested records. */
  readonly eventField: string;
}

/**
 * Settings of a resource whose records only one person at a time may work on. A person takes the lease of a record for
 * a limited time and returns it.
 */
export interface Lease<F extends Fields> {
  /** API calls that take and return the lease, with the record's id as `{id}`. */
  readonly claimCall: CallName;
  readonly releaseCall: CallName;
  /** Fields that say who holds the lease and when it ends. Rows and events contain them. */
  readonly fields: readonly NameOf<F>[];
  /** The field with the end of the lease. No event is sent when a lease is renewed or expires. */
  readonly until: NameOf<F>;
}

export type ActionIcon = 'add' | 'letter' | 'block' | 'open' | 'remove' | 'key' | 'replay';

/**
 * An action on one or many records, apart from the form. `call`, `fromStates`, `valuesToWrite` or `verb` says how the action works.
 * Without any of them, a function of the same name in the server's module runs the action, behind a generated API call
 * `POST …/{id}/<name>`. A server without that function does not start.
 */
export interface Action {
  readonly label: Bilingual;
  readonly roles: readonly Role[];
  /** Explanation of the consequences, shown before the action runs. */
  readonly consequences?: Bilingual;
  /**
   * Sentence shown after the action ran on one record. `%{Field}` stands for a value of the record. Absent: the label
   * of the action with the title of the record.
   */
  readonly doneText?: Bilingual;
  readonly icon?: ActionIcon;
  /**
   * Fields of the record, with the values at which the action is allowed. Null in the list stands for an empty field.
   */
  readonly when?: { readonly [field in string]: readonly unknown[] };
  /** Fields that the action's dialog asks for. */
  readonly dialog?: Required<Pick<FormDescription, 'fields' | 'form'>>;
  /** True: the action removes the record. */
  readonly removes?: true;
  /** Property of the action's answer that holds a secret, such as a new key. The secret is shown only once. */
  readonly secretProperty?: string;
  /** True: the dialog shows a warning, because a mistake would be serious. */
  readonly dangerous?: true;

  /**
   * Call of the API contract that runs the action. The record's id is the path parameter `{id}`, and the dialog's
   * fields are the body.
   */
  readonly call?: CallName;
  /** The action moves the record in its life cycle. States from which the move is allowed. */
  readonly fromStates?: readonly string[];
  /** State after the move. Absent: the move does not change the state. */
  readonly toState?: string;
  /** States in which this move of the life cycle is the usual next step. The record's page then has a button for it. */
  readonly usualIn?: readonly string[];
  /** Effects of the move on dependent records, as texts for the dialog. The keys are those of `states.effectsOn`. */
  readonly effects?: { readonly [On in string]: Bilingual };
  /**
   * The action writes these fields in many records, by their names in the API: fixed values, or the values of the
   * dialog (`dialog`). A single record is changed in its form instead.
   */
  readonly valuesToWrite?: 'dialog' | { readonly [name in string]: string | number | boolean | null };
  /** The action removes many records. A single record is removed with the button on its page instead. */
  readonly verb?: 'remove';

  /** True: the action may run on many records at once, as a background job. */
  readonly bulk?: true;
  /** Minutes in which a change of many records can be undone. Absent: it cannot be undone. */
  readonly undoMinutes?: number;
}

/**
 * Description of a resource. Columns, sort keys, cards, filters, search, export, forms, record pages, permissions,
 * addresses, API calls, shapes and all texts are derived from it.
 */
export interface Resource<F extends Fields = Fields> {
  /** Plural name, used by react-admin: `installationCenters`. */
  readonly name: string;
  /**
   * Singular name: `installationCenter`. Used in the history of records, as the name of the table
   * (`installation_center`) and in generated API calls.
   */
  readonly entity: string;
  /** Name in the paths of the API calls, if it differs from `entity`: `Operator`. */
  readonly pathName?: string;
  readonly label: Nouns;
  readonly fields: F;
  /** The field whose value is the title of a record. */
  readonly title: NameOf<F>;
  /**
   * Operations that have a hand-written call in the API contract. Calls for the other operations that a role may do
   * (`access`) are generated, with paths from `entity` (paths.ts). `one`, `update` and `remove` take the id as `{id}`.
   * An update carries the changed fields and `Version`.
   */
  readonly calls?: { readonly [V in Verb]?: CallName };
  /** Operations without any API call, neither in the API contract nor generated. */
  readonly omittedVerbs?: readonly Verb[];
  /** API calls for parts of a record that are read separately, such as a track or curves. They take the record's id. */
  readonly details?: { readonly [name: string]: CallName };
  readonly nested?: { readonly [name: string]: Nested };
  readonly lease?: Lease<F>;
  /**
   * Divides the resource into several lists, one for each of `values`. `parameter` is the path parameter of the list
   * call that chooses the list. Each list has its own filters and sorting. `field` is the required field with the
   * value, for generated calls. A change of this field moves the record to another list.
   */
  readonly split?: { readonly parameter: string; readonly values: readonly string[]; readonly field?: NameOf<F> };
  readonly list: {
    readonly columns: readonly NameOf<F>[];
    /**
     * Only for a resource with several lists (`split`): columns of single lists, by the value that chooses the list.
     * Absent: `columns`.
     */
    readonly columnsBySplit?: { readonly [value in string]: readonly NameOf<F>[] };
    readonly overdue?: OverdueHighlight<F>;
    readonly sort: SortKey<F>;
    readonly card?: Card<F>;
    /** Sections of the list's filters. Absent: those of the record's page. */
    readonly filterSections?: readonly Section<F>[];
    /** Fields that the list's search box searches. The box names them to the user. */
    readonly search?: readonly NameOf<F>[];
    /** Events that keep the rows of the list up to date. */
    readonly live?: LiveUpdates;
    /**
     * Additional query parameters of the API call for the list, such as `month`. The page that shows the list sets
     * them.
     */
    readonly extraParameters?: Readonly<Record<string, Field>>;
    /** Values of extra parameters that the cabinet sends for lists whose address names none of them. */
    readonly defaultParameters?: Readonly<Record<string, string>>;
    /**
     * Path pattern of the page of a row, if `navigation` does not define it. `{Field}` stands for a value of the row,
     * `{split}` for the value that chooses the list.
     */
    readonly rowPath?: string;
  };
  /**
   * Rows of inputs. Fields of one row stand side by side. Create and edit forms are the same, unless a field has
   * `write`.
   */
  readonly form?: readonly FormRow<F>[] | SteppedForm<F>;
  /**
   * Sections of the record's page, or its tabs under the names that they have in the address. Absent: one section with
   * all fields. Lists of other records that refer to this record (`listOnTarget`) follow. On a page with tabs, each of
   * these lists has its own tab.
   */
  readonly record?: readonly Section<F>[] | { readonly tabs: { readonly [Name in string]: Tab<F> } };
  /** Fields beside the title of the record's page. Empty values are left out. */
  readonly headFields?: readonly NameOf<F>[];
  /** Component after the fields beside the title (src/app/RecordPage.tsx). */
  readonly headPart?: RecordPartName;
  readonly states?: States<F>;
  readonly rules?: readonly Rule<F>[];
  /**
   * Sentence shown after a record was created. `%{Field}` stands for a value of the record. Absent: a sentence without
   * details.
   */
  readonly createdText?: Bilingual;
  /** Actions on one or many records, by name. */
  readonly actions?: { readonly [Name in string]: Action };
  /**
   * New records can be imported from files by anyone who may create a record (src/schema/importing.ts). If the contract
   * has the call that creates a record, the server's module needs an `Importer`. A field filters the list by the import
   * that created the rows (`isImportFilter`). A row gets a warning if its value of one of the `duplicateFields` is already in the file or
   * in the database. The row is imported all the same.
   */
  readonly imports?: {
    readonly duplicateFields?: readonly NameOf<F>[];
    /**
     * More column headings that are recognised in import files, by field. They are loaded separately, because only an
     * import needs them.
     */
    readonly headings?: () => Promise<Headings>;
  };
  /**
   * Components of the record's page that no description can express. They stand above the record's history
   * (src/app/RecordPage.tsx).
   */
  readonly parts?: readonly RecordPartName[];
  readonly navigation?: Navigation;
  readonly globalSearch?: SearchSettings<F>;
  /**
   * First parts of query keys in the browser's cache. A change of a record of this resource invalidates the queries
   * with these keys.
   */
  readonly invalidates?: readonly string[];
  /** First parts of query keys. A new record of this resource, but no change, invalidates the queries with these keys. */
  readonly invalidatedByNew?: readonly string[];
  /** True: all companies share the same rows. */
  readonly shared?: boolean;
  /** Only the author of a row and the roles in `except` see the row. `field` holds the author's account. */
  readonly authorOnly?: { readonly field: NameOf<F>; readonly except: readonly Role[] };
  /**
   * API answers contain an empty text instead of null for a missing text, because clients of older API calls expect
   * this.
   */
  readonly emptyTexts?: true;
  /**
   * Roles that may do an operation. API calls, addresses, menus and buttons follow from them. An operation without
   * roles does not exist.
   */
  readonly access: {
    readonly read: readonly Role[];
    readonly create?: readonly Role[];
    readonly update?: readonly Role[];
    readonly remove?: readonly Role[];
  };
}

/** The part of a description that a form needs. A form that belongs to no resource has only this part. */
export type FormDescription = Pick<Resource, 'name' | 'fields' | 'form' | 'rules'>;

/** Returns the steps of a form. A form without steps is one step without a title. */
export const formSteps = ({
  form = [],
}: Pick<FormDescription, 'form'>): readonly (Pick<Step<Fields>, 'rows'> & {
  readonly title?: Bilingual;
})[] => ('steps' in form ? form.steps : [{ rows: form }]);

const formFieldNames = (form: Pick<FormDescription, 'form'>): readonly string[] =>
  formSteps(form).flatMap(({ rows }) => rows.flat());

/** A field without a label does not compile. A field whose choices have no texts does not compile either. */
type LabelledField<F extends Field> = { readonly label: Bilingual } & (F extends {
  readonly choices: readonly (infer Choice extends string)[];
}
  ? { readonly choiceLabels: { readonly [C in Choice]: Bilingual } }
  : unknown);

/** A description with both `parts` and tabs does not compile, because a page with tabs does not show `parts`. */
type NoPartsWithTabs<R> = R extends { readonly record: { readonly tabs: object } }
  ? { readonly parts?: never }
  : unknown;

export const defineResource = <const F extends Fields, const R extends Omit<Resource<F>, 'fields'>>(
  resource: R &
    Exact<R, Resource<F>> &
    NoPartsWithTabs<R> & { readonly fields: F & { readonly [Name in keyof F]: LabelledField<F[Name]> } },
): R & { readonly fields: F } => resource;

export const rolesForVerb = ({ access }: Resource, verb: Verb): readonly Role[] | undefined =>
  verb === 'list' || verb === 'one' ? access.read : access[verb];

/** Returns the names of all fields that can be read in a single record. */
export const recordFields = ({ fields }: Resource): readonly string[] =>
  Object.keys(fields).filter(name => !fields[name]?.inputOnly);

/** Returns the names of all fields that can be read in the rows of a list. */
export const rowFields = (resource: Resource): readonly string[] =>
  recordFields(resource).filter(name => !resource.fields[name]?.recordOnly);

/** Returns the columns that a list shows by default. */
export const listColumns = ({ list }: Resource, splitValue: string | undefined): readonly string[] =>
  list.columnsBySplit?.[splitValue ?? ''] ?? list.columns;

/** Returns the names of the fields that a user may show as columns. */
export const columnFields = (resource: Resource): readonly string[] =>
  rowFields(resource).filter(name => !resource.fields[name]?.unlisted);

/** Returns an action of the description by name. Throws if there is no such action. */
export const actionByName = ({ name, actions = {} }: Resource, actionName: string): Action => {
  const action = Object.hasOwn(actions, actionName) ? actions[actionName] : undefined;
  if (!action) throw new Error(`The resource "${name}" has no action "${actionName}".`);
  return action;
};

/** Returns the action that removes many records, for a resource whose records may be removed one by one. */
export const removalAction = (roles: readonly Role[]) =>
  ({
    label: { ru: 'Удалить', en: 'Delete' },
    consequences: {
      ru: 'Вернуть удалённое нельзя, в истории останется, что это было.',
      en: 'What is deleted cannot be brought back; the history keeps what it was.',
    },
    roles,
    verb: 'remove',
    removes: true,
    dangerous: true,
    bulk: true,
  }) as const satisfies Action;

/** Returns pairs of a field's name and the values of this field at which the action is allowed. */
const actionConditions = ({ states }: Pick<Resource, 'states'>, { when = {}, fromStates }: Action) =>
  Object.entries(fromStates && states ? { ...when, [states.field]: fromStates } : when);

/** Returns true if the state of the record allows the action. */
export const isActionAllowed = (
  resource: Pick<Resource, 'states' | 'name'>,
  action: Action,
  record: Readonly<Record<string, unknown>>,
): boolean => actionConditions(resource, action).every(([field, values]) => values.includes(record[field] ?? null));

/** Returns name and action of all actions that may run on many records at once. */
export const bulkActions = ({ actions = {} }: Resource): readonly (readonly [string, Action])[] =>
  Object.entries(actions).filter(([, { bulk }]) => bulk);

/** Returns the names of fields that may be written, in the order of the form. */
export const writableFields = (
  form: Pick<FormDescription, 'fields' | 'form'>,
  verb: 'create' | 'update',
): readonly string[] => formFieldNames(form).filter(name => (form.fields[name]?.write ?? verb) === verb);

/** Returns all sections of a record, also those in tabs. */
export const recordSections = (resource: Resource): readonly Partial<Section<Fields>>[] => {
  const { record } = resource;
  if (record === undefined) return [{ fields: recordFields(resource) }];
  return 'tabs' in record ? Object.values(record.tabs).flatMap(tab => ('sections' in tab ? tab.sections : [])) : record;
};
