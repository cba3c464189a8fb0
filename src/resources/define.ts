import type { Role, Verb } from '../contract/access.ts';
import type { CallName } from '../contract/index.ts';
import type { NewsType } from '../contract/shapes/live.ts';
import type { Bilingual, Field } from './fields.ts';

export type Fields = { readonly [name: string]: Field };
type NameOf<F extends Fields> = keyof F & string;
type SortOf<F extends Fields> = `${NameOf<F>}-${'asc' | 'desc'}`;

/** What the records are called: `title` heads their list, the rest stands behind a number in the form it asks for. */
export interface Nouns {
  readonly ru: {
    readonly title: string;
    readonly one: string;
    readonly few: string;
    readonly many: string;
    /** Heads the form of a new one, needed where there is such a form: `Добавить центр установки`. */
    readonly add?: string;
  };
  readonly en: { readonly title: string; readonly one: string; readonly other: string; readonly add?: string };
}

/** What a card shows of a record, by the role a field plays on it. */
export interface Card<F extends Fields> {
  readonly title: NameOf<F>;
  readonly subtitle?: NameOf<F>;
  /** The figure that decides, drawn large. */
  readonly figure?: NameOf<F>;
  readonly badge?: NameOf<F>;
  readonly lines: readonly NameOf<F>[];
}

/** News that keep a list up to date: they hold `Id`, `Version` and fields of the row by the row's own names. */
export interface Live {
  readonly news: NewsType;
  /** Of a split resource: the news' field with the split value, and the one with the value before it moved, or null. */
  readonly split?: { readonly now: string; readonly before: string };
}

/** Fields under one heading on the record's page. */
export interface Section<F extends Fields> {
  readonly title: Bilingual;
  readonly fields: readonly NameOf<F>[];
}

/** One field may not be before another one, once both are filled in. */
export interface Rule<F extends Fields> {
  readonly field: NameOf<F>;
  readonly notBefore: NameOf<F>;
}

/** Writes the same values into every chosen record; titles of what is referred to are not values, their ids are. */
export interface Assignment<F extends Fields> {
  readonly label: Bilingual;
  readonly set: { readonly [Name in NameOf<F>]?: string | number | boolean | null };
}

/** What may be done to several chosen records at once, a call for each; an action by its name. */
export type BulkAction<F extends Fields = Fields> = 'remove' | Assignment<F> | { readonly action: string };

export type ActionIcon = 'letter' | 'block' | 'open' | 'remove';

/**
 * Something that is done to one record beside changing and removing it: a button on its page and a call,
 * `POST …/{id}/<name>`. What it does is a function of the server's module, found by this name; a server without it does not
 * start.
 */
export interface Action {
  readonly name: string;
  readonly label: Bilingual;
  readonly icon: ActionIcon;
  /** What it means, read before it is done. */
  readonly about: Bilingual;
  readonly roles: readonly Role[];
  /** Fields of the record and the values of each at which it can be done; at others it is refused. */
  readonly when?: { readonly [field in string]: readonly unknown[] };
  /** What is filled in for it. */
  readonly asks?: Required<Pick<Described, 'fields' | 'form'>>;
  /** The record is gone after it. */
  readonly removes?: true;
  /** Not to be done by mistake. */
  readonly grave?: true;
}

/** Where the resource stands in the cabinet. Absent: the route table gives its pages their addresses by hand. */
export interface Place {
  /** Public address of the list, with a slash at the end; a record stands at `<path><id>/`, a new one at `<path>create/`. */
  readonly path: string;
  /** Address of the group whose page and menu lead here. */
  readonly under: string;
  readonly icon: IconName;
  /** A line in the side menu; else it is reached from the page of its group. */
  readonly menu?: boolean;
}

export const iconNames = [
  'desk',
  'voucher',
  'add',
  'accident',
  'done',
  'mini',
  'scoring',
  'users',
  'addUser',
  'client',
  'screener',
  'export',
  'settings',
  'place',
  'device',
  'vehicle',
  'contract',
  'company',
  'dictionary',
] as const;
export type IconName = (typeof iconNames)[number];

/**
 * A resource, described once. Columns, sort keys, cards, filters, search, export, forms, record pages, permissions,
 * addresses, calls, their shapes and the texts of all of it are read off this; nothing else says what the resource is.
 */
export interface Resource<F extends Fields = Fields> {
  /** Plural, as react-admin names it: `installationCenters`. */
  readonly name: string;
  /** One of them: `installationCenter`. The audit, the table (`installation_center`) and generated calls are named by it. */
  readonly entity: string;
  /** How the paths of its calls name one, where not by `entity`: `Operator`. */
  readonly callsAs?: string;
  readonly label: Nouns;
  readonly fields: F;
  /** Field that names a record to a person. */
  readonly title: NameOf<F>;
  /**
   * Calls that the contract fixes. What is not here and somebody may do (`access`) is generated, under paths made of
   * `entity` (paths.ts). `one`, `update` and `remove` take the record's id as `{id}`; an update carries the changed
   * fields and `Version`.
   */
  readonly calls?: { readonly [V in Verb]?: CallName };
  /** Calls that do not exist: neither by the contract nor generated. */
  readonly without?: readonly Verb[];
  /** The resource is split by a path parameter of its list call; each value is a list of its own, with its own state. */
  readonly split?: { readonly parameter: string; readonly values: readonly string[] };
  readonly list: {
    readonly columns: readonly NameOf<F>[];
    readonly sort: SortOf<F>;
    readonly card?: Card<F>;
    /** The server can look for a text in it. Which fields are looked at is told to the user by these. */
    readonly search?: readonly NameOf<F>[];
    /** Its rows change by other people's hands and by devices, and are kept up to date by these news. */
    readonly live?: Live;
    /** Public address of a row's own page where `place` does not say it; `{Field}` is filled from the row, `{split}` with the split value. */
    readonly rowPath?: string;
  };
  /** Rows of inputs; several fields in one row stand beside each other. Create and edit alike unless a field says `write`. */
  readonly form?: readonly (NameOf<F> | readonly NameOf<F>[])[];
  /** Sections of the record's page; absent: one with every field. */
  readonly record?: readonly Section<F>[];
  readonly rules?: readonly Rule<F>[];
  /** Offered for the records chosen in the list, to those who may remove or update them one by one. */
  readonly bulk?: readonly BulkAction<F>[];
  readonly actions?: readonly Action[];
  /** Parts of the record's page that no description can say, above its history; `app` names what draws them. */
  readonly parts?: readonly string[];
  readonly place?: Place;
  /** The rows are the same for every company. */
  readonly shared?: boolean;
  /** A text that is not known is read as an empty one, as clients of its older calls expect; else as null. */
  readonly emptyTexts?: true;
  /** Who may: calls, addresses, menus and buttons ask here. What nobody is named for cannot be done. */
  readonly access: {
    readonly read: readonly Role[];
    readonly create?: readonly Role[];
    readonly update?: readonly Role[];
    readonly remove?: readonly Role[];
  };
}

/** What a form needs of a description. A form that stands for no whole resource is described by these alone. */
export type Described = Pick<Resource, 'name' | 'fields' | 'form' | 'rules'>;

/** A field without a label, and own choices without a text each, do not compile. */
type Worded<F extends Field> = { readonly label: Bilingual } & (F extends {
  readonly choices: readonly (infer Choice extends string)[];
}
  ? { readonly choiceLabels: { readonly [C in Choice]: Bilingual } }
  : unknown);

export const defineResource = <const F extends Fields, const R extends Omit<Resource<F>, 'fields'>>(
  resource: R & { readonly fields: F & { readonly [Name in keyof F]: Worded<F[Name]> } },
): R & { readonly fields: F } => resource;

export const roleFor = ({ access }: Resource, verb: Verb): readonly Role[] | undefined =>
  verb === 'list' || verb === 'one' ? access.read : access[verb];

/** Fields that a record has when it is read, by name. */
export const recordFields = ({ fields }: Resource): readonly string[] =>
  Object.keys(fields).filter(name => !fields[name]?.inputOnly);

/** Fields that the rows of a list have, by name. */
export const rowFields = (resource: Resource): readonly string[] =>
  recordFields(resource).filter(name => !resource.fields[name]?.recordOnly);

/** Fields that can stand in a column. */
export const columnFields = (resource: Resource): readonly string[] =>
  rowFields(resource).filter(name => !resource.fields[name]?.unlisted);

/** An action of a description by its name. */
export const actionNamed = ({ name, actions = [] }: Resource, wanted: string): Action => {
  const found = actions.find(action => action.name === wanted);
  if (!found) throw new Error(`The resource "${name}" has no action "${wanted}".`);
  return found;
};

/** Whether the record is such that the action can be done. */
export const canAct = ({ when = {} }: Action, record: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(when).every(([field, values]) => values.includes(record[field]));

export const isAction = (action: BulkAction): action is { readonly action: string } =>
  typeof action === 'object' && 'action' in action;

/** The verb behind what is done to several. */
export const bulkVerb = (action: BulkAction): 'remove' | 'update' | 'act' => {
  if (isAction(action)) return 'act';
  return action === 'remove' ? 'remove' : 'update';
};

/** Who may do it to several: whoever may do it to one. */
export const bulkRoles = (resource: Resource, action: BulkAction): readonly Role[] | undefined => {
  if (isAction(action)) return actionNamed(resource, action.action).roles;
  return action === 'remove' ? resource.access.remove : resource.access.update;
};

/** Fields that may be written, in the order of the form. */
export const writtenFields = (
  { fields, form = [] }: Pick<Described, 'fields' | 'form'>,
  verb: 'create' | 'update',
): readonly string[] => form.flat().filter(name => (fields[name]?.write ?? verb) === verb);
