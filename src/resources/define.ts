import type { Role, Verb } from '../contract/access.ts';
import type { CallName } from '../contract/index.ts';
import type { NewsType } from '../contract/shapes/live.ts';
import type { Only } from '../kinds/only.ts';
import type { Bilingual, Field } from './fields.ts';
import type { Finding } from './finding.ts';
import type { Fields, FormRow, NameOf, Related, Rule, Section, Step, SteppedForm, Tab } from './forms.ts';
import type { States } from './life.ts';
import type { Place } from './place.ts';
import type { RecordPartName } from './recordParts.ts';
import type { Waiting } from './waiting.ts';

type SortOf<F extends Fields> = `${NameOf<F>}-${'asc' | 'desc'}`;

/** Names of the records: `title` is the list's heading, the others are plural forms after a number. */
export interface Nouns {
  readonly ru: {
    readonly title: string;
    readonly one: string;
    readonly few: string;
    readonly many: string;
    /** Heading of the create form, if there is one: `Добавить центр установки`. */
    readonly add?: string;
  };
  readonly en: { readonly title: string; readonly one: string; readonly other: string; readonly add?: string };
}

/** Headings of columns by field, in either language, beside the field's own labels. */
export type Headings = Readonly<Record<string, readonly string[]>>;

/** Fields on a card, by role. */
export interface Card<F extends Fields> {
  readonly title: NameOf<F>;
  readonly subtitle?: NameOf<F>;
  /** The decisive figure, in large type. */
  readonly figure?: NameOf<F>;
  readonly badge?: NameOf<F>;
  readonly lines: readonly NameOf<F>[];
}

/** Events that update a list: with `Id`, `Version` and fields of the row by wire name. */
export interface Live {
  readonly news: NewsType;
  /** For a split resource: event fields with the split value now and before a move (or null). */
  readonly split?: { readonly now: string; readonly before: string };
}

/**
 * Records that belong to one of the resource's: its notes, its pictures. Their calls take the owner's id as `{id}`; a list
 * is an array. react-admin knows them as `accidents.notes`, with `meta.of` for the owner.
 */
export interface Nested {
  readonly calls: { readonly [V in 'list' | 'create' | 'update' | 'remove']?: CallName };
  /** Path parameter of the nested record's own id. */
  readonly id: string;
  /** What the owner's news call them among the fields that changed. */
  readonly field: string;
}

/** A record is worked on by one person at a time, who takes it for a while and gives it back. */
export interface Lease<F extends Fields> {
  /** Calls that take `{id}`. */
  readonly take: CallName;
  readonly give: CallName;
  /** Who has it and until when, in rows and in news. */
  readonly fields: readonly NameOf<F>[];
  /** The one of them that says until when. Renewing is no news, and nobody tells that a lease has run out. */
  readonly until: NameOf<F>;
}

export type ActionIcon = 'add' | 'letter' | 'block' | 'open' | 'remove' | 'key' | 'replay';

/**
 * What a person can do to a record, or to many, beside what the form does. How it is done is the one of `call`, `from`, `set`
 * and `verb` that is there; without any of them by a function of the server's module that has its name, behind a generated
 * call `POST …/{id}/<name>`. A server without that function does not start.
 */
export interface Action {
  readonly label: Bilingual;
  readonly roles: readonly Role[];
  /** What it means, read before it is done. */
  readonly about?: Bilingual;
  readonly icon?: ActionIcon;
  /** Fields of the record and the values of each at which it can be done; at others it is refused. Null: it has no value. */
  readonly when?: { readonly [field in string]: readonly unknown[] };
  /** What is filled in for it. */
  readonly asks?: Required<Pick<Described, 'fields' | 'form'>>;
  /** The record is gone after it. */
  readonly removes?: true;
  /** What the answer has beside the record: a secret that is shown then and never again. */
  readonly secret?: string;
  /** Not to be done by mistake. */
  readonly grave?: true;

  /** A call of the contract that takes the record's id as `{id}` and what is asked as its body. */
  readonly call?: CallName;
  /** A move of the life cycle: the states it begins in. */
  readonly from?: readonly string[];
  /** Where it leads; absent: the record stays where it is. */
  readonly to?: string;
  /** What it does to what hangs on the record, under the names of `states.effectsOn`. */
  readonly effects?: { readonly [On in string]: Bilingual };
  /** Fields that are written, by name on the wire: these values, or those that are asked. One record has its form for it. */
  readonly set?: 'asked' | { readonly [name in string]: string | number | boolean | null };
  /** The removal, for many. One record has a button for it. */
  readonly verb?: 'remove';

  /** May be done to many records in one job. */
  readonly bulk?: true;
  /** Minutes after a bulk change in which it can be undone; absent: it cannot. */
  readonly undoMinutes?: number;
}

/**
 * Description of a resource, the only one: columns, sort keys, cards, filters, search, export, forms, record pages,
 * permissions, addresses, calls, their shapes and all texts derive from it.
 */
export interface Resource<F extends Fields = Fields> {
  /** Plural, react-admin's name: `installationCenters`. */
  readonly name: string;
  /** Singular: `installationCenter`. Name in the audit, of the table (`installation_center`) and of generated calls. */
  readonly entity: string;
  /** How the paths of its calls name one, where not by `entity`: `Operator`. */
  readonly callsAs?: string;
  readonly label: Nouns;
  readonly fields: F;
  /** Field that serves as the record's title. */
  readonly title: NameOf<F>;
  /**
   * Calls fixed by the contract. Others that somebody may make (`access`) are generated, with paths from `entity`
   * (paths.ts). `one`, `update` and `remove` take the id as `{id}`; an update carries the changed fields and `Version`.
   */
  readonly calls?: { readonly [V in Verb]?: CallName };
  /** Verbs without any call, neither in the contract nor generated. */
  readonly without?: readonly Verb[];
  /** What is read of a record apart from it, by calls that take its id as `{id}`: a track, curves. */
  readonly details?: { readonly [name: string]: CallName };
  readonly nested?: { readonly [name: string]: Nested };
  readonly lease?: Lease<F>;
  /**
   * The resource is split by a path parameter of its list call; each value is a list of its own, with its own state.
   * `field`: the required field that holds the value, for generated calls; a record whose field is changed moves.
   */
  readonly split?: { readonly parameter: string; readonly values: readonly string[]; readonly field?: NameOf<F> };
  readonly list: {
    readonly columns: readonly NameOf<F>[];
    /** Columns of lists of a split resource that have others, by the split value. */
    readonly columnsIn?: { readonly [value in string]: readonly NameOf<F>[] };
    readonly waiting?: Waiting<F>;
    readonly sort: SortOf<F>;
    readonly card?: Card<F>;
    /** Fields of the full-text search, also named to the user. */
    readonly search?: readonly NameOf<F>[];
    /** Events by which its rows are kept up to date. */
    readonly live?: Live;
    /** What its call is asked for beside the described parameters, by the page that shows the list: `month`. */
    readonly asks?: Readonly<Record<string, Field>>;
    /** Public address of a row's own page where `place` does not say it; `{Field}` is filled from the row, `{split}` with the split value. */
    readonly rowPath?: string;
  };
  /** Rows of inputs; several fields in one row stand beside each other. Create and edit alike unless a field says `write`. */
  readonly form?: readonly FormRow<F>[] | SteppedForm<F>;
  /**
   * Sections of the record's page, or tabs by their name in the address. Absent: one section with every field. A page with
   * tabs shows related records and parts in tabs of their own.
   */
  readonly record?: readonly Section<F>[] | { readonly tabs: { readonly [Name in string]: Tab<F> } };
  readonly states?: States<F>;
  /** Records of other resources that belong to one, below its sections. */
  readonly related?: readonly (Related & { readonly title: Bilingual })[];
  readonly rules?: readonly Rule<F>[];
  /** What can be done to one record or to many, by name. */
  readonly actions?: { readonly [Name in string]: Action };
  /**
   * New ones may be brought in from files, by whoever may create one (src/resources/importing.ts); the server's module says
   * how. Rows that have the same in a field of `alike`, or the same as a record, are pointed out and taken all the same.
   */
  readonly imports?: {
    readonly alike?: readonly NameOf<F>[];
    /** What else the columns of such files are headed, by field; apart, since only an import reads it. */
    readonly headings?: () => Promise<Headings>;
  };
  /** Components of the record's page that no description can say, above its history (src/app/recordParts.ts). */
  readonly parts?: readonly RecordPartName[];
  readonly place?: Place;
  readonly found?: Finding<F>;
  /** Areas of the cabinet's cache that are made of its records too, and read again when one changes. */
  readonly feeds?: readonly string[];
  /** The rows are the same for every company. */
  readonly shared?: boolean;
  /** Each row is for its author alone, save for these roles: `field` holds the author's account. */
  readonly authorOnly?: { readonly field: NameOf<F>; readonly except: readonly Role[] };
  /** A text that is not known is read as an empty one, as clients of its older calls expect; else as null. */
  readonly emptyTexts?: true;
  /** Roles per operation, asked by calls, addresses, menus and buttons. An operation without roles does not exist. */
  readonly access: {
    readonly read: readonly Role[];
    readonly create?: readonly Role[];
    readonly update?: readonly Role[];
    readonly remove?: readonly Role[];
  };
}

/** What a form needs of a description; enough for a form without a resource. */
export type Described = Pick<Resource, 'name' | 'fields' | 'form' | 'rules'>;

/** The parts of a form; one that is not in steps is a single part without a title. */
export const formSteps = ({
  form = [],
}: Pick<Described, 'form'>): readonly (Pick<Step<Fields>, 'rows'> & {
  readonly title?: Bilingual;
})[] => ('steps' in form ? form.steps : [{ rows: form }]);

const formNames = (described: Pick<Described, 'form'>): readonly string[] =>
  formSteps(described).flatMap(({ rows }) => rows.flat());

/** A field without a label, and own choices without a text each, do not compile. */
type Worded<F extends Field> = { readonly label: Bilingual } & (F extends {
  readonly choices: readonly (infer Choice extends string)[];
}
  ? { readonly choiceLabels: { readonly [C in Choice]: Bilingual } }
  : unknown);

/** A page with tabs has no room below them. */
type Placed<R> = R extends { readonly record: { readonly tabs: object } }
  ? { readonly related?: never; readonly parts?: never }
  : unknown;

export const defineResource = <const F extends Fields, const R extends Omit<Resource<F>, 'fields'>>(
  resource: R &
    Only<R, Resource<F>> &
    Placed<R> & { readonly fields: F & { readonly [Name in keyof F]: Worded<F[Name]> } },
): R & { readonly fields: F } => resource;

export const roleFor = ({ access }: Resource, verb: Verb): readonly Role[] | undefined =>
  verb === 'list' || verb === 'one' ? access.read : access[verb];

/** Fields that a record has when it is read, by name. */
export const recordFields = ({ fields }: Resource): readonly string[] =>
  Object.keys(fields).filter(name => !fields[name]?.inputOnly);

/** Fields that the rows of a list have, by name. */
export const rowFields = (resource: Resource): readonly string[] =>
  recordFields(resource).filter(name => !resource.fields[name]?.recordOnly);

/** Columns that a list has by itself. */
export const listColumns = ({ list }: Resource, split: string | undefined): readonly string[] =>
  list.columnsIn?.[split ?? ''] ?? list.columns;

/** Fields available as columns. */
export const columnFields = (resource: Resource): readonly string[] =>
  rowFields(resource).filter(name => !resource.fields[name]?.unlisted);

/** An action of a description by its name. */
export const actionNamed = ({ name, actions = {} }: Resource, wanted: string): Action => {
  const found = Object.hasOwn(actions, wanted) ? actions[wanted] : undefined;
  if (!found) throw new Error(`The resource "${name}" has no action "${wanted}".`);
  return found;
};

/** The removal of many, where the description lets one be removed. */
export const removal = (roles: readonly Role[]) =>
  ({
    label: { ru: 'Удалить', en: 'Delete' },
    about: {
      ru: 'Вернуть удалённое нельзя, в истории останется, что это было.',
      en: 'What is deleted cannot be brought back; the history keeps what it was.',
    },
    roles,
    verb: 'remove',
    removes: true,
    grave: true,
    bulk: true,
  }) as const satisfies Action;

/** The values of a record's fields at which it can be done. */
const conditionsOf = ({ states }: Pick<Resource, 'states'>, { when = {}, from }: Action) =>
  Object.entries(from && states ? { ...when, [states.field]: from } : when);

/** Whether the record is such that the action can be done. */
export const canAct = (
  resource: Pick<Resource, 'states' | 'name'>,
  action: Action,
  record: Readonly<Record<string, unknown>>,
): boolean => conditionsOf(resource, action).every(([field, values]) => values.includes(record[field] ?? null));

/** Those for many, by name. */
export const bulkActions = ({ actions = {} }: Resource): readonly (readonly [string, Action])[] =>
  Object.entries(actions).filter(([, { bulk }]) => bulk);

/** Fields that may be written, in the order of the form. */
export const writtenFields = (
  described: Pick<Described, 'fields' | 'form'>,
  verb: 'create' | 'update',
): readonly string[] => formNames(described).filter(name => (described.fields[name]?.write ?? verb) === verb);

/** Sections of a record, whether they lie in tabs or not. */
export const recordSections = (resource: Resource): readonly Partial<Section<Fields>>[] => {
  const { record } = resource;
  if (record === undefined) return [{ fields: recordFields(resource) }];
  return 'tabs' in record ? Object.values(record.tabs).flatMap(tab => ('sections' in tab ? tab.sections : [])) : record;
};
