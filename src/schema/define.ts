import type { Role, Verb } from '../contract/access.ts';
import type { CallName } from '../contract/index.ts';
import type { EventType } from '../contract/shapes/live.ts';
import type { Bilingual, Field } from './fields.ts';
import type { Fields, FormRow, NameOf, Rule, Section, Step, SteppedForm, Tab } from './forms.ts';
import type { States } from './life.ts';
import type { Exact } from './only.ts';
import type { OverdueHighlight } from './overdue.ts';
import type { Navigation } from './place.ts';
import type { RecordPartName } from './recordParts.ts';
import type { SearchSettings } from './searchSettings.ts';

type SortKey<F extends Fields> = `${NameOf<F>}-${'asc' | 'desc'}`;

/**
 * Names of the records. `title` is the heading of the list. `one`, `few`, `many` and `other` follow a number, by its
 * plural form.
 */
export interface Nouns {
  readonly ru: {
    readonly title: string;
    readonly one: string;
    readonly few: string;
    readonly many: string;
    /** Heading of the create form: `Добавить центр установки`. */
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
  /** The most important figure, in large type. */
  readonly figure?: NameOf<F>;
  readonly badge?: NameOf<F>;
  readonly lines: readonly NameOf<F>[];
}

/** Events that update a list. An event has `Id`, `Version` and fields of the row by wire name. */
export interface LiveUpdates {
  readonly event: EventType;
  /**
   * Split resource: names of the event's properties with the present split value, and with the value before a move.
   * Without a move, the second property is null.
   */
  readonly split?: { readonly current: string; readonly previous: string };
}

/**
 * Records that belong to a record of the resource: notes, pictures. Their calls take the owner's id as `{id}`. The list
 * call answers an array. react-admin knows them as `accidents.notes`, with the owner in `meta.ownerId`.
 */
export interface Nested {
  readonly calls: { readonly [V in 'list' | 'create' | 'update' | 'remove']?: CallName };
  /** Path parameter with the id of the nested record. */
  readonly id: string;
  /** Name of the nested records among the changed fields of the owner's events. */
  readonly field: string;
}

/** A record that only one person at a time works on. A person takes a lease for a limited time and returns it. */
export interface Lease<F extends Fields> {
  /** Calls that take and return the lease, with the record's id as `{id}`. */
  readonly claimCall: CallName;
  readonly releaseCall: CallName;
  /** Fields of rows and events with the owner of the lease and its end. */
  readonly fields: readonly NameOf<F>[];
  /** The field with the end of the lease. Renewal and expiry of a lease send no event. */
  readonly until: NameOf<F>;
}

export type ActionIcon = 'add' | 'letter' | 'block' | 'open' | 'remove' | 'key' | 'replay';

/**
 * An action on one or many records, apart from the form. `call`, `from`, `set` or `verb` says how the action works.
 * Without any of them, a function of the same name in the server's module runs the action, behind a generated call
 * `POST …/{id}/<name>`. A server without that function does not start.
 */
export interface Action {
  readonly label: Bilingual;
  readonly roles: readonly Role[];
  /** Explanation of the consequences, shown before the action runs. */
  readonly consequences?: Bilingual;
  readonly icon?: ActionIcon;
  /** Fields of the record, with the values at which the action is allowed. Null stands for an empty field. */
  readonly when?: { readonly [field in string]: readonly unknown[] };
  /** Fields that the action's dialog asks for. */
  readonly dialog?: Required<Pick<FormDescription, 'fields' | 'form'>>;
  /** The record no longer exists after the action. */
  readonly removes?: true;
  /** Property of the answer with a secret. The cabinet shows the secret once. */
  readonly secretProperty?: string;
  /** The dialog warns, because a mistake would be serious. */
  readonly dangerous?: true;

  /** Call of the contract. The record's id is the path parameter `{id}`, and the dialog's fields are the body. */
  readonly call?: CallName;
  /** Move of the life cycle: the states from which it is allowed. */
  readonly from?: readonly string[];
  /** State after the move. Absent: the state does not change. */
  readonly to?: string;
  /** Effects of the move on dependent records, by the names of `states.effectsOn`. */
  readonly effects?: { readonly [On in string]: Bilingual };
  /**
   * Fields that the action writes in many records, by wire name: fixed values, or the dialog's values (`dialog`). A
   * single record is changed in its form instead.
   */
  readonly set?: 'dialog' | { readonly [name in string]: string | number | boolean | null };
  /** The action removes many records. The page of a single record has a button for removal instead. */
  readonly verb?: 'remove';

  /** The action may run on many records in one job. */
  readonly bulk?: true;
  /** Minutes in which a bulk change can be undone. Absent: it cannot be undone. */
  readonly undoMinutes?: number;
}

/**
 * The only description of a resource. Columns, sort keys, cards, filters, search, export, forms, record pages,
 * permissions, addresses, calls, shapes and all texts are derived from it.
 */
export interface Resource<F extends Fields = Fields> {
  /** Plural name, used by react-admin: `installationCenters`. */
  readonly name: string;
  /**
   * Singular name: `installationCenter`. Used in the audit, as name of the table (`installation_center`) and in
   * generated calls.
   */
  readonly entity: string;
  /** Name in the paths of the calls, if it is not `entity`: `Operator`. */
  readonly pathName?: string;
  readonly label: Nouns;
  readonly fields: F;
  /** Field with the record's title. */
  readonly title: NameOf<F>;
  /**
   * Calls that the contract defines. Other calls that a role may make (`access`) are generated, with paths from
   * `entity` (paths.ts). `one`, `update` and `remove` take the id as `{id}`. An update carries the changed fields and
   * `Version`.
   */
  readonly calls?: { readonly [V in Verb]?: CallName };
  /** Operations without any call, neither in the contract nor generated. */
  readonly omittedVerbs?: readonly Verb[];
  /** Calls for parts of a record that are read separately, for example a track or curves. They take the record's id. */
  readonly details?: { readonly [name: string]: CallName };
  readonly nested?: { readonly [name: string]: Nested };
  readonly lease?: Lease<F>;
  /**
   * The list call has a path parameter that splits the resource into several lists, one for each of `values`. Each list
   * has its own filters and sorting. `field` is the required field with the value, for generated calls. A change of
   * this field moves the record to another list.
   */
  readonly split?: { readonly parameter: string; readonly values: readonly string[]; readonly field?: NameOf<F> };
  readonly list: {
    readonly columns: readonly NameOf<F>[];
    /** Columns of single lists of a split resource, by the split value. Absent: `columns`. */
    readonly columnsBySplit?: { readonly [value in string]: readonly NameOf<F>[] };
    readonly overdue?: OverdueHighlight<F>;
    readonly sort: SortKey<F>;
    readonly card?: Card<F>;
    /** Fields of the full-text search. The search box names them. */
    readonly search?: readonly NameOf<F>[];
    /** Events that keep the rows up to date. */
    readonly live?: LiveUpdates;
    /** Additional query parameters of the list call, such as `month`, set by the page that shows the list. */
    readonly extraParameters?: Readonly<Record<string, Field>>;
    /**
     * Path of a row's page, if `navigation` does not define it. `{Field}` is filled from the row, `{split}` with the
     * split value.
     */
    readonly rowPath?: string;
  };
  /**
   * Rows of inputs. Fields of one row stand side by side. Create and edit forms are the same, unless a field has
   * `write`.
   */
  readonly form?: readonly FormRow<F>[] | SteppedForm<F>;
  /**
   * Sections of the record's page, or its tabs by their names in the address. Absent: one section with all fields.
   * Lists of records that refer to the record (`listOnTarget`) follow. On a page with tabs, each of these lists has its
   * own tab.
   */
  readonly record?: readonly Section<F>[] | { readonly tabs: { readonly [Name in string]: Tab<F> } };
  readonly states?: States<F>;
  readonly rules?: readonly Rule<F>[];
  /** Actions on one or many records, by name. */
  readonly actions?: { readonly [Name in string]: Action };
  /**
   * New records can be imported from files by anyone who may create a record (src/schema/importing.ts). The server's
   * module does the import. A row gets a warning if its value of one of the `duplicateFields` is already in the file or
   * in the database. The row is imported all the same.
   */
  readonly imports?: {
    readonly duplicateFields?: readonly NameOf<F>[];
    /**
     * More column headings that are recognised in such files, by field. They are loaded separately, because only an
     * import needs them.
     */
    readonly headings?: () => Promise<Headings>;
  };
  /** Components of the record's page that no description can express, above its history (src/app/RecordPage.tsx). */
  readonly parts?: readonly RecordPartName[];
  readonly navigation?: Navigation;
  readonly globalSearch?: SearchSettings<F>;
  /** Prefixes of the client's cache that also depend on these records. A change of a record invalidates them. */
  readonly invalidates?: readonly string[];
  /** All companies see the same rows. */
  readonly shared?: boolean;
  /** Only the author of a row and the roles in `except` see the row. `field` holds the author's account. */
  readonly authorOnly?: { readonly field: NameOf<F>; readonly except: readonly Role[] };
  /** Answers have an empty text instead of null for a missing text, because clients of the older calls expect this. */
  readonly emptyTexts?: true;
  /** Roles per operation, used by calls, addresses, menus and buttons. An operation without roles does not exist. */
  readonly access: {
    readonly read: readonly Role[];
    readonly create?: readonly Role[];
    readonly update?: readonly Role[];
    readonly remove?: readonly Role[];
  };
}

/** Part of a description that a form needs. A form without a resource has only this part. */
export type FormDescription = Pick<Resource, 'name' | 'fields' | 'form' | 'rules'>;

/** Returns the steps of a form. A form without steps is one step without a title. */
export const formSteps = ({
  form = [],
}: Pick<FormDescription, 'form'>): readonly (Pick<Step<Fields>, 'rows'> & {
  readonly title?: Bilingual;
})[] => ('steps' in form ? form.steps : [{ rows: form }]);

const formFieldNames = (form: Pick<FormDescription, 'form'>): readonly string[] =>
  formSteps(form).flatMap(({ rows }) => rows.flat());

/** A field without a label does not compile. Own choices without texts do not compile either. */
type LabelledField<F extends Field> = { readonly label: Bilingual } & (F extends {
  readonly choices: readonly (infer Choice extends string)[];
}
  ? { readonly choiceLabels: { readonly [C in Choice]: Bilingual } }
  : unknown);

/** `parts` do not compile on a page with tabs, because only a page with sections shows them. */
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

/** Returns the names of all fields that a record has when it is read. */
export const recordFields = ({ fields }: Resource): readonly string[] =>
  Object.keys(fields).filter(name => !fields[name]?.inputOnly);

/** Returns the names of all fields that the rows of a list have. */
export const rowFields = (resource: Resource): readonly string[] =>
  recordFields(resource).filter(name => !resource.fields[name]?.recordOnly);

/** Returns the default columns of a list. */
export const listColumns = ({ list }: Resource, splitValue: string | undefined): readonly string[] =>
  list.columnsBySplit?.[splitValue ?? ''] ?? list.columns;

/** Returns the names of the fields that are available as columns. */
export const columnFields = (resource: Resource): readonly string[] =>
  rowFields(resource).filter(name => !resource.fields[name]?.unlisted);

/** Returns an action of the description by name. Throws if there is no such action. */
export const actionByName = ({ name, actions = {} }: Resource, actionName: string): Action => {
  const action = Object.hasOwn(actions, actionName) ? actions[actionName] : undefined;
  if (!action) throw new Error(`The resource "${name}" has no action "${actionName}".`);
  return action;
};

/** Returns the action that removes many records, for descriptions that allow the removal of a single record. */
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

/** Returns pairs of a field and the values of this field with which the action is allowed. */
const actionConditions = ({ states }: Pick<Resource, 'states'>, { when = {}, from }: Action) =>
  Object.entries(from && states ? { ...when, [states.field]: from } : when);

/** Returns true if the state of the record allows the action. */
export const isActionAllowed = (
  resource: Pick<Resource, 'states' | 'name'>,
  action: Action,
  record: Readonly<Record<string, unknown>>,
): boolean => actionConditions(resource, action).every(([field, values]) => values.includes(record[field] ?? null));

/** Returns name and action of all bulk actions. */
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
