import type { Resources } from './collect.ts';
import type { Action, Resource } from './define.ts';
import type { Field } from './fields.ts';
import type { Fields } from './forms.ts';
import { headingKey, resembledField } from './headingText.ts';
import { importedFields } from './importing.ts';
import { rulesOf } from './kinds/kinds.ts';
import { readNames } from './wire.ts';

/** Returns a fault if a name is unknown, with the most similar known name as a suggestion. */
const unknownName = (what: string, wanted: string, known: readonly string[]): string[] => {
  if (known.includes(wanted)) return [];
  const similar = resembledField(
    wanted,
    known.map(name => [headingKey(name), name]),
  );
  return [`${what} names "${wanted}", which does not exist.${similar ? ` Did you mean "${similar}"?` : ''}`];
};

/** Returns a fault if a label contains a unit, because the unit is added wherever the label is shown. */
const labelFaults = (what: string, { kind, label, fullLabel }: Field): string[] => {
  const unit = rulesOf(kind).unit;
  return [label, fullLabel].flatMap(texts =>
    unit &&
    texts &&
    (['ru', 'en'] as const).some(locale => new RegExp(`[,(]\\s*${unit[locale]}\\)?$`, 'u').test(texts[locale]))
      ? [`${what} has a label with the unit of its kind ("${texts.ru}", "${texts.en}"): the unit is added by itself.`]
      : [],
  );
};

const fieldFaults = (resources: Resources, fields: Fields, where: string): string[] =>
  Object.entries<Field>(fields).flatMap(([name, field]) => {
    const {
      to,
      titlesOf,
      choices,
      choiceLabels,
      choiceAccess,
      severityOf,
      unless,
      requiredWhen,
      offers,
      madeOf = [],
    } = field;
    const what = `${where}.${name}`;
    const siblings = Object.entries<Field>(fields).flatMap(([sibling, each]) => readNames(sibling, each));
    const ofForm = [unless, requiredWhen?.field, offers?.within?.field].filter(each => each !== undefined);
    return [
      ...[to, titlesOf].flatMap(each => (each === undefined ? [] : unknownName(what, each, Object.keys(resources)))),
      ...[...ofForm, ...madeOf].flatMap(each => unknownName(what, each, siblings)),
      ...[choiceLabels, choiceAccess, severityOf].flatMap(texts =>
        choices ? Object.keys(texts ?? {}).flatMap(choice => unknownName(what, choice, choices)) : [],
      ),
      ...labelFaults(what, field),
    ];
  });

/**
 * Returns the faults of `listOnTarget`. It needs a target, a filter and a page, because the target's page shows this
 * resource's list, filtered by the field.
 */
const listOnTargetFaults = ({ name, fields, place, list }: Resource): string[] =>
  Object.entries<Field>(fields).flatMap(([field, { listOnTarget, to, filterable }]) => {
    const missing = [
      ...(to === undefined ? ['a target (`to`)'] : []),
      ...(filterable ? [] : ['a filter (`filterable`)']),
      ...(place || list.rowPath ? [] : ['a page of the list (`place`)']),
    ];
    return listOnTarget && missing.length > 0
      ? [`${name}.${field} has \`listOnTarget\`, which needs ${missing.join(' and ')}.`]
      : [];
  });

const actionFaults = (resources: Resources, resource: Resource, name: string, action: Action): string[] => {
  const what = `${resource.name}.actions.${name}`;
  const { fields, states } = resource;
  const choices = fields[states?.field ?? '']?.choices ?? [];
  const moves = [...(action.from ?? []), ...(action.to === undefined ? [] : [action.to])];
  const names = Object.entries<Field>(fields).flatMap(([field, each]) => readNames(field, each));
  return [
    ...moves.flatMap(state => unknownName(what, state, choices)),
    ...Object.keys(action.effects ?? {}).flatMap(on => unknownName(what, on, Object.keys(states?.effectsOn ?? {}))),
    ...Object.entries(action.when ?? {}).flatMap(([field, values]) => [
      ...unknownName(what, field, ['Id', ...names]),
      ...values.flatMap(value =>
        typeof value === 'string' && fields[field]?.choices ? unknownName(what, value, fields[field].choices) : [],
      ),
    ]),
    ...(typeof action.set === 'object'
      ? Object.keys(action.set).flatMap(field => unknownName(what, field, names))
      : []),
    ...fieldFaults(resources, action.asks?.fields ?? {}, what),
  ];
};

const headingFaults = async (resource: Resource): Promise<string[]> => {
  const headings = (await resource.imports?.headings?.()) ?? {};
  return Object.keys(headings).flatMap(field =>
    unknownName(`A heading of imported ${resource.name}`, field, importedFields(resource)),
  );
};

const resourceFaults = async (resources: Resources, resource: Resource): Promise<string[]> => {
  const { name, fields, found, list, actions = {} } = resource;
  return [
    ...fieldFaults(resources, fields, name),
    ...fieldFaults(resources, list.asks ?? {}, `${name}.list`),
    ...listOnTargetFaults(resource),
    ...Object.entries(actions).flatMap(([action, each]) => actionFaults(resources, resource, action, each)),
    ...(found && !list.search?.length
      ? [`${name} is \`found\`, and its \`list.search\` names no field to find it by.`]
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
