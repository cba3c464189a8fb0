import type { Resources } from './collect.ts';
import type { Action, Resource } from './define.ts';
import type { Field } from './fields.ts';
import type { Fields } from './forms.ts';
import { findHeadingField, headingKey } from './headingText.ts';
import { importableFields, isImportFilter } from './importing.ts';
import { rulesOf } from './kinds/kinds.ts';
import { wireNamesForReading } from './wire.ts';

/** Returns a fault if a name in a description is unknown, with the most similar known name as a suggestion. */
const unknownNameFaults = (owner: string, wanted: string, knownNames: readonly string[]): string[] => {
  if (knownNames.includes(wanted)) return [];
  const similarName = findHeadingField(
    wanted,
    knownNames.map(name => [headingKey(name), name]),
  )?.field;
  return [`${owner} names "${wanted}", which does not exist.${similarName ? ` Did you mean "${similarName}"?` : ''}`];
};

/** Returns a fault if the label of a field contains a unit, because the unit is added wherever the label is shown. */
const labelFaults = (fieldPath: string, { kind, label, fullLabel }: Field): string[] => {
  const unit = rulesOf(kind).unit;
  return [label, fullLabel].flatMap(texts =>
    unit &&
    texts &&
    (['ru', 'en'] as const).some(locale => new RegExp(`[,(]\\s*${unit[locale]}\\)?$`, 'u').test(texts[locale]))
      ? [
          `${fieldPath} has a label with the unit of its kind ("${texts.ru}", "${texts.en}"): the unit is added by itself.`,
        ]
      : [],
  );
};

const fieldFaults = (resources: Resources, fields: Fields, ownerPath: string): string[] =>
  Object.entries<Field>(fields).flatMap(([name, field]) => {
    const {
      targetResource,
      importTitleResource,
      choices,
      choiceLabels,
      choiceAccess,
      severityOf,
      replacedBy,
      requiredWhen,
      suggestions,
      opens,
      composedOf = [],
    } = field;
    const fieldPath = `${ownerPath}.${name}`;
    const siblingNames = Object.entries<Field>(fields).flatMap(([sibling, each]) => wireNamesForReading(sibling, each));
    const conditionFields = [replacedBy, opens, requiredWhen?.field, suggestions?.within?.field].filter(
      each => each !== undefined,
    );
    return [
      ...[targetResource, importTitleResource].flatMap(each =>
        each === undefined ? [] : unknownNameFaults(fieldPath, each, Object.keys(resources)),
      ),
      ...[...conditionFields, ...composedOf].flatMap(each => unknownNameFaults(fieldPath, each, siblingNames)),
      ...[choiceLabels, choiceAccess, severityOf].flatMap(texts =>
        choices ? Object.keys(texts ?? {}).flatMap(choice => unknownNameFaults(fieldPath, choice, choices)) : [],
      ),
      ...labelFaults(fieldPath, field),
    ];
  });

/**
 * Returns the faults of fields with `listOnTarget`, which shows this resource's list on the page of the record that the
 * field refers to. The field therefore needs a target and a filter, and the list needs a page.
 */
const listOnTargetFaults = ({ name, fields, navigation, list }: Resource): string[] =>
  Object.entries<Field>(fields).flatMap(([field, { listOnTarget, targetResource, filterable }]) => {
    const missingParts = [
      ...(targetResource === undefined ? ['a target (`targetResource`)'] : []),
      ...(filterable ? [] : ['a filter (`filterable`)']),
      ...(navigation || list.rowPath ? [] : ['a page of the list (`navigation`)']),
    ];
    return listOnTarget && missingParts.length > 0
      ? [`${name}.${field} has \`listOnTarget\`, which needs ${missingParts.join(' and ')}.`]
      : [];
  });

/** Returns the faults of the sections of a list's filters. Each field needs a filter. */
const filterSectionFaults = ({ name, fields, list }: Resource): string[] =>
  (list.filterSections ?? [])
    .flatMap(section => section.fields)
    .filter(field => !fields[field]?.filterable)
    .map(field => `${name}.list.filterSections names ${field}, which has no filter (\`filterable\`).`);

const actionFaults = (resources: Resources, resource: Resource, name: string, action: Action): string[] => {
  const actionPath = `${resource.name}.actions.${name}`;
  const { fields, states } = resource;
  const choices = fields[states?.field ?? '']?.choices ?? [];
  const moveStates = [...(action.fromStates ?? []), ...(action.toState === undefined ? [] : [action.toState])];
  const fieldNames = Object.entries<Field>(fields).flatMap(([field, each]) => wireNamesForReading(field, each));
  return [
    ...moveStates.flatMap(state => unknownNameFaults(actionPath, state, choices)),
    ...(action.usualIn ?? []).flatMap(state => unknownNameFaults(actionPath, state, action.fromStates ?? [])),
    ...Object.keys(action.effects ?? {}).flatMap(effect =>
      unknownNameFaults(actionPath, effect, Object.keys(states?.effectsOn ?? {})),
    ),
    ...Object.entries(action.when ?? {}).flatMap(([field, values]) => [
      ...unknownNameFaults(actionPath, field, ['Id', ...fieldNames]),
      ...values.flatMap(value =>
        typeof value === 'string' && fields[field]?.choices
          ? unknownNameFaults(actionPath, value, fields[field].choices)
          : [],
      ),
    ]),
    ...(typeof action.valuesToWrite === 'object'
      ? Object.keys(action.valuesToWrite).flatMap(field => unknownNameFaults(actionPath, field, fieldNames))
      : []),
    ...fieldFaults(resources, action.dialog?.fields ?? {}, actionPath),
  ];
};

const headingFaults = async (resource: Resource): Promise<string[]> => {
  const headings = (await resource.imports?.headings?.()) ?? {};
  return Object.keys(headings).flatMap(field =>
    unknownNameFaults(`A heading of imported ${resource.name}`, field, importableFields(resource)),
  );
};

const resourceFaults = async (resources: Resources, resource: Resource): Promise<string[]> => {
  const { name, fields, globalSearch, list, actions = {} } = resource;
  return [
    ...fieldFaults(resources, fields, name),
    ...fieldFaults(resources, list.extraParameters ?? {}, `${name}.list`),
    ...filterSectionFaults(resource),
    ...listOnTargetFaults(resource),
    ...Object.entries(actions).flatMap(([action, each]) => actionFaults(resources, resource, action, each)),
    ...(globalSearch && !list.search?.length
      ? [`${name} has \`globalSearch\`, and its \`list.search\` names no field to find it by.`]
      : []),
    ...(resource.imports && resource.shared
      ? [`${name} has \`imports\`, and all companies share its records: only records of one company can be imported.`]
      : []),
    ...(resource.imports && !Object.values<Field>(fields).some(isImportFilter)
      ? [`${name} has \`imports\`, and no field filters its list by the import (\`isImportFilter\`).`]
      : []),
    ...(await headingFaults(resource)),
  ];
};

/**
 * Returns the faults of the descriptions: unknown names of resources, lists, filters, fields, choices and states, and
 * labels that contain a unit. Misspelt property names do not compile (`defineResource`).
 */
export const descriptionFaults = async (resources: Resources): Promise<readonly string[]> =>
  (await Promise.all(Object.values(resources).map(resource => resourceFaults(resources, resource)))).flat();
