import type { Role, Verb } from '../contract/access.ts';
import type { CallName } from '../contract/index.ts';
import type { NewsType } from '../contract/shapes/live.ts';
import type { Bilingual, Field } from './fields.ts';

export type Fields = { readonly [name: string]: Field };
type NameOf<F extends Fields> = keyof F & string;
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

/** Fields under one heading on the record's page. */
export interface Section<F extends Fields> {
  readonly title: Bilingual;
  readonly fields: readonly NameOf<F>[];
}

/** A field that must not precede another, if both are present. */
export interface Rule<F extends Fields> {
  readonly field: NameOf<F>;
  readonly notBefore: NameOf<F>;
  /** Nor before so many years have passed since: an age, where the other one is a birthday. */
  readonly years?: number;
}

/** Writes the same values into every selected record; for references, ids instead of titles. */
export interface Assignment<F extends Fields> {
  readonly label: Bilingual;
  readonly set: { readonly [Name in NameOf<F>]?: string | number | boolean | null };
}

/** Records of another resource (of a split one: a part, as react-admin names it) that belong to a record. */
export interface Related {
  readonly resource: string;
  /** Filter of that resource's list, and the field of the record that it is given; its `Id` unless said otherwise. */
  readonly by: string;
  readonly value?: string;
  readonly title: Bilingual;
}

/** What may be done to several chosen records at once, a call for each. */
export type BulkAction<F extends Fields = Fields> = 'remove' | Assignment<F>;

/** Something that is done to one record by a call of the contract, which takes its id as `{id}`. */
export interface Action {
  readonly name: string;
  readonly label: Bilingual;
  /** What it means, read before it is done. */
  readonly about: Bilingual;
  readonly call: CallName;
  readonly roles: readonly Role[];
  /** Field of the record whose value says that it is done already. */
  readonly unless?: string;
  /** What is filled in for it; the call's body. */
  readonly asks?: Pick<Described, 'fields' | 'form'>;
}

/** Where the resource stands in the cabinet. Absent: the route table gives its pages their addresses by hand. */
export interface Place {
  /**
   * Public address of the list, with a trailing slash; records are at `<path><id>/`, the create form at
   * `<path>create/`.
   */
  readonly path: string;
  /** Address of the group that contains it. */
  readonly under: string;
  readonly icon: IconName;
  /** Shown in the side menu; otherwise only on its group's page. */
  readonly menu?: boolean;
  /** Place among the tiles of the work desk, with the number of its rows. */
  readonly tile?: number;
  /** What the list is for, on the page of its group. */
  readonly about?: Bilingual;
  /** Where one is led once a new one is saved; else to its own page. */
  readonly afterCreate?: 'list';
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
  'key',
  'billing',
  'texts',
] as const;
export type IconName = (typeof iconNames)[number];

/**
 * Description of a resource, the only one: columns, sort keys, cards, filters, search, export, forms, record pages,
 * permissions, addresses, calls, their shapes and all texts derive from it.
 */
export interface Resource<F extends Fields = Fields> {
  /** Plural, react-admin's name: `installationCenters`. */
  readonly name: string;
  /** Singular: `installationCenter`. Name in the audit, of the table (`installation_center`) and of generated calls. */
  readonly entity: string;
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
  /** What else changes a record, each a call that takes its id as `{id}` and `Version` in its body, and answers the record. */
  readonly changeCalls?: { readonly [name: string]: CallName };
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
    readonly sort: SortOf<F>;
    readonly card?: Card<F>;
    /** Fields of the full-text search, also named to the user. */
    readonly search?: readonly NameOf<F>[];
    /** Events by which its rows are kept up to date. */
    readonly live?: Live;
    /** What its call is asked for beside the described parameters, by the page that shows the list: `month`. */
    readonly asks?: readonly string[];
    /** Public address of a row's own page where `place` does not say it; `{Field}` is filled from the row, `{split}` with the split value. */
    readonly rowPath?: string;
  };
  /** Rows of inputs; fields in one row are side by side. For create and edit, unless a field says `write`. */
  readonly form?: readonly (NameOf<F> | readonly NameOf<F>[])[];
  /** Sections of the record page; absent: one with all fields. */
  readonly record?: readonly Section<F>[];
  /** Records of other resources that belong to one, below it on its page. */
  readonly related?: readonly Related[];
  readonly rules?: readonly Rule<F>[];
  /** What may be done to a record beside changing and removing it: buttons on its page. */
  readonly callActions?: readonly Action[];
  /** Offered for the records chosen in the list, to those who may remove or update them one by one. */
  readonly bulk?: readonly BulkAction<F>[];
  readonly place?: Place;
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

/** Fields without a label, or choices without texts, do not compile. */
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

/** Fields in list rows, by name. */
export const rowFields = ({ fields }: Resource): readonly string[] =>
  Object.keys(fields).filter(name => !fields[name]?.recordOnly);

/** Fields available as columns. */
export const columnFields = (resource: Resource): readonly string[] =>
  rowFields(resource).filter(name => !resource.fields[name]?.unlisted);

/** The verb of a bulk action. */
export const bulkVerb = (action: BulkAction): 'remove' | 'update' => (action === 'remove' ? 'remove' : 'update');

/** Writable fields in the form's order. */
export const writtenFields = ({ fields, form = [] }: Resource, verb: 'create' | 'update'): readonly string[] =>
  form.flat().filter(name => (fields[name]?.write ?? verb) === verb);
