import { formSteps, type Resource, recordSections } from './define.ts';
import type { Bilingual, Field } from './kinds/field.ts';
import { rulesOf } from './kinds/kinds.ts';
import { readNames } from './wire.ts';

type Locale = keyof Bilingual;

interface ActionTexts {
  readonly label: string;
  readonly about?: string;
  readonly effects?: Readonly<Record<string, string>>;
}

/** Texts of a resource in the catalogue, under `resources.<name>`. */
export interface ResourceTexts {
  /** Plural forms for 1, 2 and 5, separated by `||||`, as react-admin expects. */
  readonly name: string;
  readonly title: string;
  /** Heading of the create form. */
  readonly add: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Full labels by wire name, for inputs, record pages and history. */
  readonly full: Readonly<Record<string, string>>;
  readonly help: Readonly<Record<string, string>>;
  readonly choices: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Headings of sections and steps, by their first field. */
  readonly sections: Readonly<Record<string, string>>;
  readonly steps: Readonly<Record<string, string>>;
  /** Titles of the tabs of a record's page. */
  readonly tabs: Readonly<Record<string, string>>;
  readonly actions: Readonly<Record<string, ActionTexts>>;
  /** Records that moves of the life cycle also change. */
  readonly effectsOn: Readonly<Record<string, string>>;
  /** Purpose of the list. */
  readonly about?: string;
}

const pick = <In, Out>(record: Readonly<Record<string, In>>, read: (value: In) => Out | undefined) =>
  Object.fromEntries(
    Object.entries(record).flatMap(([key, value]) => {
      const found = read(value);
      return found === undefined ? [] : [[key, found] as const];
    }),
  );

const partLabels: readonly Bilingual[] = [
  { ru: 'Широта', en: 'Latitude' },
  { ru: 'Долгота', en: 'Longitude' },
];

const fullLabel = (
  name: string,
  { label, fullLabel, kind, parts }: Field,
  wireName: string,
  locale: Locale,
): string => {
  const part = parts && partLabels[parts.indexOf(wireName)];
  if (part) return part[locale];
  const unit = rulesOf(kind).unit;
  const text = (fullLabel ?? label)?.[locale] ?? name;
  return unit ? `${text}, ${unit[locale]}` : text;
};

/** Returns the full label of every wire name, with its unit. */
export const fullLabels = (
  { fields, actions = {} }: Pick<Resource, 'fields' | 'actions'>,
  locale: Locale,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [
      ...Object.values(actions).flatMap(({ asks }) => Object.entries(asks?.fields ?? {})),
      ...Object.entries<Field>(fields),
    ].flatMap(([name, field]) =>
      readNames(name, field).map(wireName => [wireName, fullLabel(name, field, wireName, locale)] as const),
    ),
  );

const textsOf = (resource: Resource, locale: Locale): ResourceTexts => {
  const { label, fields, place, record, states, actions = {} } = resource;
  const inLocale = (text: Bilingual) => text[locale];
  return {
    name:
      locale === 'ru'
        ? [label.ru.one, label.ru.few, label.ru.many].join(' |||| ')
        : `${label.en.one} |||| ${label.en.other}`,
    title: label[locale].title,
    add: label[locale].add ?? label[locale].title,
    fields: pick(fields, field => field.label?.[locale]),
    full: fullLabels(resource, locale),
    help: pick(fields, field => field.help?.[locale]),
    choices: pick(fields, field => field.choiceLabels && pick(field.choiceLabels, text => text[locale])),
    ...(place?.about && { about: place.about[locale] }),
    sections: Object.fromEntries(
      recordSections(resource).flatMap(({ title, fields = [] }) => (title ? [[fields[0], title[locale]]] : [])),
    ),
    steps: Object.fromEntries(
      formSteps(resource).flatMap(({ title, rows }) => (title ? [[rows.flat()[0], title[locale]]] : [])),
    ),
    tabs: record && 'tabs' in record ? pick(record.tabs, ({ title }) => title[locale]) : {},
    actions: pick(actions, ({ label, about, effects }) => ({
      label: label[locale],
      ...(about && { about: about[locale] }),
      ...(effects && { effects: pick(effects, inLocale) }),
    })),
    effectsOn: pick(states?.effectsOn ?? {}, inLocale),
  };
};

/** Returns the catalogue texts of all descriptions. */
export const resourceTexts = (
  resources: Readonly<Record<string, Resource>>,
  locale: Locale,
): Readonly<Record<string, ResourceTexts>> => pick(resources, resource => textsOf(resource, locale));

/** Returns the page titles of all descriptions, under `routes`. `%{record}` stands for the record's title. */
export const placedTitles = (
  resources: Readonly<Record<string, Resource>>,
  locale: Locale,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.values(resources).flatMap(({ name, label, place, list }) => [
      ...(place
        ? [
            [name, label[locale].title],
            [`${name}Create`, label[locale].add ?? label[locale].title],
          ]
        : []),
      ...(place || list.rowPath
        ? [
            [`${name}Record`, '%{record}'],
            [`${name}Edit`, locale === 'ru' ? 'Изменить' : 'Edit'],
          ]
        : []),
    ]),
  );
