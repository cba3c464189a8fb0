import { type FormDescription, formSteps, type Resource, recordSections } from './define.ts';
import { catalogueText, type DisplayContext } from './kinds/cell.ts';
import { type Bilingual, type Field, fieldKinds } from './kinds/field.ts';
import { rulesOf } from './kinds/kinds.ts';
import { wireNamesForReading } from './wire.ts';

type Locale = keyof Bilingual;

interface ActionTexts extends Partial<Pick<ResourceTexts, 'full' | 'help' | 'choices'>> {
  readonly label: string;
  readonly about?: string;
  readonly done?: string;
  readonly effects?: Readonly<Record<string, string>>;
}

/** Texts of a form in the catalogue, under `resources.<name>`. */
interface FormTexts {
  readonly fields: Readonly<Record<string, string>>;
  /** Full labels of fields by wire name, for record pages, history and the inputs of forms. */
  readonly full: Readonly<Record<string, string>>;
  readonly help: Readonly<Record<string, string>>;
  readonly choices: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Headings of form steps. The key is the first field of the step. */
  readonly steps: Readonly<Record<string, string>>;
}

/** Texts of a resource in the catalogue, under `resources.<name>`. */
export interface ResourceTexts extends FormTexts {
  /** Plural forms of the resource's name for 1, 2 and 5, separated by `||||`, as react-admin expects. */
  readonly name: string;
  readonly title: string;
  /** Heading of the create form. */
  readonly add: string;
  /** Headings of sections. The key is the first field of the section. */
  readonly sections: Readonly<Record<string, string>>;
  /** Titles of the tabs of a record's page. */
  readonly tabs: Readonly<Record<string, string>>;
  readonly actions: Readonly<Record<string, ActionTexts>>;
  /** Names of other records that moves of the life cycle also change. */
  readonly effectsOn: Readonly<Record<string, string>>;
  /** Purpose of the list, shown on the page of its menu group. */
  readonly about?: string;
  /** Sentence shown after a record was created. */
  readonly created?: string;
}

const mapDefined = <In, Out>(record: Readonly<Record<string, In>>, convert: (value: In) => Out | undefined) =>
  Object.fromEntries(
    Object.entries(record).flatMap(([key, value]) => {
      const converted = convert(value);
      return converted === undefined ? [] : [[key, converted] as const];
    }),
  );

/** Returns the given bilingual texts in one language. */
export const textsInLocale = <Key extends string>(
  locale: Locale,
  words: { readonly [K in Key]?: Bilingual },
): { readonly [K in Key]: string } =>
  mapDefined<Bilingual, string>(words as Readonly<Record<Key, Bilingual>>, text => text[locale]) as {
    [K in Key]: string;
  };

/** Returns the units of the field kinds that have one, for the catalogue. */
export const unitTexts = (locale: Locale): Readonly<Record<string, string>> =>
  textsInLocale(
    locale,
    Object.fromEntries(
      fieldKinds.flatMap(kind => [[kind, rulesOf(kind).unit] as const]).filter(([, unit]) => unit),
    ) as Record<string, Bilingual>,
  );

/** Returns the header of a column, with the unit of the kind if it has one: `Peak, g`. */
export const headerLabel = (
  { name, fields }: Pick<FormDescription, 'name' | 'fields'>,
  fieldName: string,
  displayContext: Pick<DisplayContext, 'locale' | 'translate'>,
): string => {
  const { label, kind } = fields[fieldName] ?? {};
  const text = label ? catalogueText(displayContext, `resources.${name}.fields.${fieldName}`, label) : fieldName;
  const unit = kind && rulesOf(kind).unit;
  return unit ? `${text}, ${catalogueText(displayContext, `lists.units.${kind}`, unit)}` : text;
};

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

/** Returns the full label of every field by wire name, with its unit. */
export const fullLabels = (
  { fields, actions = {} }: Pick<Resource, 'fields' | 'actions'>,
  locale: Locale,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [
      ...Object.values(actions).flatMap(({ dialog }) => Object.entries(dialog?.fields ?? {})),
      ...Object.entries<Field>(fields),
    ].flatMap(([name, field]) =>
      wireNamesForReading(name, field).map(wireName => [wireName, fullLabel(name, field, wireName, locale)] as const),
    ),
  );

const choiceTextsOf = (fields: FormDescription['fields'], locale: Locale) =>
  mapDefined(fields, ({ choiceLabels }: Field) => choiceLabels && mapDefined(choiceLabels, text => text[locale]));

const formTextsOf = (form: FormDescription, locale: Locale): FormTexts => ({
  fields: mapDefined(form.fields, field => field.label?.[locale]),
  full: fullLabels(form, locale),
  help: mapDefined(form.fields, field => field.help?.[locale]),
  choices: choiceTextsOf(form.fields, locale),
  steps: Object.fromEntries(
    formSteps(form).flatMap(({ title, rows }) => (title ? [[rows.flat()[0], title[locale]]] : [])),
  ),
});

const textsOf = (resource: Resource, locale: Locale): ResourceTexts => {
  const { label, navigation, record, states, actions = {}, createdText } = resource;
  const inLocale = (text: Bilingual) => text[locale];
  return {
    name:
      locale === 'ru'
        ? [label.ru.one, label.ru.few, label.ru.many].join(' |||| ')
        : `${label.en.one} |||| ${label.en.other}`,
    title: label[locale].title,
    add: label[locale].add ?? label[locale].title,
    ...formTextsOf(resource, locale),
    ...(navigation?.purpose && { about: navigation.purpose[locale] }),
    ...(createdText && { created: createdText[locale] }),
    sections: Object.fromEntries(
      [...recordSections(resource), ...(resource.list.filterSections ?? [])].flatMap(({ title, fields = [] }) =>
        title ? [[fields[0], title[locale]]] : [],
      ),
    ),
    tabs: record && 'tabs' in record ? mapDefined(record.tabs, ({ title }) => title[locale]) : {},
    actions: mapDefined(actions, ({ label, consequences, doneText, effects, dialog }) => ({
      label: label[locale],
      ...(dialog && {
        full: fullLabels(dialog, locale),
        help: mapDefined(dialog.fields, field => field.help?.[locale]),
        choices: choiceTextsOf(dialog.fields, locale),
      }),
      ...(consequences && { about: consequences[locale] }),
      ...(doneText && { done: doneText[locale] }),
      ...(effects && { effects: mapDefined(effects, inLocale) }),
    })),
    effectsOn: mapDefined(states?.effectsOn ?? {}, inLocale),
  };
};

/** Returns the catalogue texts of all descriptions. */
export const resourceTexts = (
  resources: Readonly<Record<string, Resource>>,
  locale: Locale,
): Readonly<Record<string, ResourceTexts>> => mapDefined(resources, resource => textsOf(resource, locale));

/** Returns the catalogue texts of forms that belong to no resource. */
export const formTexts = (forms: readonly FormDescription[], locale: Locale): Readonly<Record<string, FormTexts>> =>
  Object.fromEntries(forms.map(form => [form.name, formTextsOf(form, locale)]));

/** Returns the page titles of all descriptions, under `routes`. `%{record}` stands for the record's title. */
export const pageTitles = (
  resources: Readonly<Record<string, Resource>>,
  locale: Locale,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.values(resources).flatMap(({ name, label, navigation, list }) => [
      ...(navigation
        ? [
            [name, label[locale].title],
            [`${name}Create`, label[locale].add ?? label[locale].title],
          ]
        : []),
      ...(navigation || list.rowPath
        ? [
            [`${name}Record`, '%{record}'],
            [`${name}Edit`, locale === 'ru' ? 'Изменить' : 'Edit'],
          ]
        : []),
    ]),
  );
