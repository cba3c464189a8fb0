import Type, { type TSchema } from 'typebox';
import type { Access, AccessByResource, Role, Verb } from '../../../src/contract/access.ts';
import type { Call, CallKey } from '../../../src/contract/call.ts';
import { BulkOrder } from '../../../src/contract/shapes/bulk.ts';
import {
  Day,
  Done,
  Id,
  IdParams,
  Moment,
  nullable,
  TypedIdentifier,
  tableOf,
} from '../../../src/contract/shapes/common.ts';
import {
  type Action,
  actionByName,
  bulkActions,
  type FormDescription,
  type Resource,
  recordFields,
  rolesForVerb,
  rowFields,
  writableFields,
} from '../../../src/schema/define.ts';
import type { Fields } from '../../../src/schema/forms.ts';
import type { Field } from '../../../src/schema/kinds/field.ts';
import { minimumOf } from '../../../src/schema/kinds/figure.ts';
import { maxChoices } from '../../../src/schema/kinds/judging.ts';
import type { ValueType } from '../../../src/schema/kinds/kind.ts';
import { maxLengthOf } from '../../../src/schema/kinds/kind.ts';
import { rulesOf } from '../../../src/schema/kinds/kinds.ts';
import { actionCall, bulkCall, callFor, generatedVerbs } from '../../../src/schema/paths.ts';
import { fieldsByWireName, wireNamesForWriting } from '../../../src/schema/wire.ts';
import type { Registry } from './define.ts';
import { isTextColumn } from './define.ts';

const textSchema = (field: Field): TSchema => {
  const { example, format } = rulesOf(field.kind);
  if (example !== undefined) return Type.Unsafe({ ...TypedIdentifier, examples: [example] });
  if (field.documentNumber) return TypedIdentifier;
  return Type.String({ ...(format && { format }), maxLength: maxLengthOf(field) });
};
const numberSchema = (field: Field) => {
  const { maximum, identifier, integer } = field;
  const minimum = minimumOf(field);
  const bounds = { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
  return identifier || integer ? Type.Integer(bounds) : Type.Number(bounds);
};
const choiceSchema = ({ choices, idField, pairOf }: Field) => {
  if (pairOf) return Type.String({ pattern: '^[1-9]\\d{0,8}:[1-9]\\d{0,8}$', examples: ['7:12'] });
  return choices && !idField ? Type.Enum([...choices]) : Type.String();
};

const schemaByValueType: { readonly [Value in ValueType]: (field: Field) => TSchema } = {
  text: textSchema,
  choice: choiceSchema,
  record: () => Type.String(),
  number: numberSchema,
  duration: numberSchema,
  day: () => Day,
  moment: () => Moment,
  boolean: () => Type.Boolean(),
  position: () => Type.Number(),
};

const valueSchema = (field: Field): TSchema => schemaByValueType[rulesOf(field.kind).valueType](field);

const coordinateSchema = (partIndex: number) => {
  const maxDegrees = partIndex === 0 ? 90 : 180;
  return Type.Number({ minimum: -maxDegrees, maximum: maxDegrees });
};

const idSchema = (field: Field): TSchema => (field.many ? Type.Array(Id, { maxItems: maxChoices(field) }) : Id);

/**
 * Schemas of a field's readable names. Unknown values are null, except texts of resources with `emptyTexts`. Booleans
 * and required fields are never null.
 */
const readSchemas = ({ emptyTexts }: Resource, name: string, field: Field): readonly (readonly [string, TSchema])[] => {
  if (field.parts) return field.parts.map((part, at) => [part, nullable(coordinateSchema(at))] as const);
  const nullableUnlessRequired = (shape: TSchema, isNeverNull = false) =>
    field.required || isNeverNull || field.kind === 'boolean' ? shape : nullable(shape);
  if (field.many && (field.choices || field.pairOf)) return [[name, Type.Array(valueSchema(field))]];
  const isText = emptyTexts && isTextColumn(field) && !field.choices;
  const title = [name, nullableUnlessRequired(withoutLimits(valueSchema(field)), isText)] as const;
  if (!field.idField) return [title];
  const id = [field.idField, field.many ? Type.Array(Id) : nullableUnlessRequired(Id)] as const;
  return field.idField === name ? [id] : [title, id];
};

// Limits, such as a maximum length, are checked only when a value is written. A stored value that exceeds a limit is
// still sent.
const limitKeywords = ['maxLength', 'minimum', 'maximum', 'format'];
const withoutLimits = (shape: TSchema): TSchema =>
  Type.Unsafe(Object.fromEntries(Object.entries(shape).filter(([keyword]) => !limitKeywords.includes(keyword))));

const propertiesOf = (shape: TSchema | undefined): Record<string, TSchema> | undefined =>
  (shape as { properties?: Record<string, TSchema> } | undefined)?.properties;

const answerSchema = (resource: Resource, names: readonly string[], extraProperties?: TSchema): TSchema =>
  Type.Object({
    ...propertiesOf(extraProperties),
    Id,
    ...Object.fromEntries(names.flatMap(name => readSchemas(resource, name, resource.fields[name] as Field))),
    Version: Type.Integer(),
  });
const rowSchema = (resource: Resource, extraProperties?: TSchema): TSchema =>
  answerSchema(resource, rowFields(resource), extraProperties);
const recordSchema = (resource: Resource, extraProperties?: TSchema): TSchema =>
  answerSchema(resource, recordFields(resource), extraProperties);

const writtenValueSchema = (wireName: string, field: Field): TSchema => {
  if (field.parts) return coordinateSchema(field.parts.indexOf(wireName));
  if (field.idField) return idSchema(field);
  const shape = valueSchema(field);
  return field.many
    ? Type.Array(shape, { maxItems: maxChoices(field), ...(field.required && { minItems: 1 }) })
    : shape;
};

/** Schema of a body. Required fields must be present at creation and cannot be emptied later. */
const bodySchema = (resource: Pick<FormDescription, 'fields' | 'form'>, verb: 'create' | 'update'): TSchema => {
  const shapes = writableFields(resource, verb).flatMap(name => {
    const field = resource.fields[name] as Field;
    return wireNamesForWriting(name, field).map(wireName => {
      const shape = writtenValueSchema(wireName, field);
      // A field with `replacedBy` is required only while another field is empty. The schema cannot express this, so
      // checks.ts checks it.
      const isNeeded = field.required && !field.replacedBy;
      const valueOrNull = isNeeded || field.many || field.kind === 'boolean' ? shape : nullable(shape);
      return [
        wireName,
        verb === 'create' && isNeeded && field.initialValue === undefined ? valueOrNull : Type.Optional(valueOrNull),
      ] as const;
    });
  });
  const version = verb === 'update' ? [['Version', Type.Integer({ minimum: 1 })] as const] : [];
  return Type.Object(Object.fromEntries([...shapes, ...version]), { additionalProperties: false });
};

const dialogSchema = (fields: Fields): TSchema =>
  Type.Object(
    {
      ...Object.fromEntries(
        Object.entries(fields).flatMap(([name, field]) =>
          wireNamesForWriting(name, field).map(wireName => {
            const shape = writtenValueSchema(wireName, field);
            return [wireName, field.required ? shape : Type.Optional(nullable(shape))] as const;
          }),
        ),
      ),
      /**
       * Version that the record must have. Absent: the action also runs if another user has changed the record
       * meanwhile.
       */
      Version: Type.Optional(Type.Integer({ minimum: 1 })),
    },
    { additionalProperties: false },
  );

const mergeSchemas = (shape: TSchema, additional: TSchema | undefined): TSchema =>
  Type.Object({ ...propertiesOf(shape), ...propertiesOf(additional) }, { additionalProperties: false });

/**
 * Schema of a body that creates a record, or changes the record that its `Id` names. Required fields are checked by the
 * save and not by this schema.
 */
const saveSchema = (resource: Resource): TSchema => {
  const { properties } = bodySchema(resource, 'create') as unknown as { properties: Record<string, TSchema> };
  const shapes = Object.entries(properties).map(([name, shape]) => [name, Type.Optional(shape)] as const);
  const keys = { Id: Type.Optional(Id), Version: Type.Optional(Type.Integer({ minimum: 1 })) };
  return Type.Object({ ...keys, ...Object.fromEntries(shapes) }, { additionalProperties: false });
};

const withArticle = (noun: string): string => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

const callTitles: { readonly [V in Verb]: (nouns: Resource['label']['en']) => string } = {
  list: ({ other }) => `List ${other}`,
  one: ({ one }) => `Read ${withArticle(one)}`,
  create: ({ one }) => `Create ${withArticle(one)}`,
  update: ({ one }) => `Change ${withArticle(one)}`,
  remove: ({ one }) => `Remove ${withArticle(one)}`,
};

const callPurposes: { readonly [V in Verb]: (nouns: Resource['label']['en']) => string } = {
  list: ({ other }) => `List ${other}.`,
  one: ({ one }) => `One ${one}.`,
  create: ({ one }) => `Create ${withArticle(one)}.`,
  update: ({ one }) => `Change ${withArticle(one)}: the changed fields, and the \`Version\` they were read at.`,
  remove: ({ one }) => `Remove ${withArticle(one)} that nothing refers to.`,
};

const callSchemas: { readonly [V in Verb]: (resource: Resource) => Partial<DescribedCall> } = {
  list: resource => ({
    table: resource.name,
    ...(resource.split && {
      params: Type.Object({ [resource.split.parameter]: Type.Enum([...resource.split.values]) }),
    }),
    answer: tableOf(rowSchema(resource)),
  }),
  one: resource => ({ params: IdParams, answer: recordSchema(resource) }),
  create: resource => ({
    body: bodySchema(resource, 'create'),
    fields: fieldsByWireName(resource.fields),
    answer: recordSchema(resource),
    status: 201,
  }),
  update: resource => ({
    params: IdParams,
    body: bodySchema(resource, 'update'),
    fields: fieldsByWireName(resource.fields),
    answer: recordSchema(resource),
  }),
  remove: () => ({
    params: IdParams,
    query: Type.Object({ version: Type.Optional(Type.Integer({ minimum: 1 })) }),
    answer: Done,
  }),
};

interface DescribedCall extends Call {
  readonly fields?: Fields;
}

export interface GeneratedCall {
  readonly operation: { readonly verb: Verb } | { readonly action: string } | { readonly bulk: string };
  readonly name: CallKey;
  readonly call: DescribedCall;
}

/**
 * Returns the roles that may use this verb (such as `create`) on the resource. Throws if the description names no
 * roles.
 */
const rolesFor = (registry: Registry, { resource, verb }: AccessByResource): readonly Role[] => {
  const roles = rolesForVerb(registry.resource(resource), verb);
  if (!roles) throw new Error(`The resource "${resource}" does not say who may do this: ${verb}.`);
  return roles;
};

/**
 * An API call whose access is a list of roles. If the contract refers to a resource instead, the roles come from its
 * description.
 */
export interface ResolvedCall extends DescribedCall {
  readonly access: Exclude<Access, AccessByResource>;
}

export const resolveCall = (registry: Registry, call: DescribedCall): ResolvedCall => {
  const { resource: resourceNamed } = registry;
  const { access, table, rowsOf = table, record, changes, creates, saves, lifeCycleMove, extraProperties, body } = call;
  const writtenResource = changes ?? creates ?? saves;
  const askedAction = lifeCycleMove && actionByName(resourceNamed(lifeCycleMove.resource), lifeCycleMove.move);
  return {
    ...call,
    ...(rowsOf && { answer: tableOf(rowSchema(resourceNamed(rowsOf), extraProperties)) }),
    ...(record && { answer: recordSchema(resourceNamed(record), extraProperties) }),
    ...(changes && { body: bodySchema(resourceNamed(changes), 'update') }),
    ...(creates && { body: mergeSchemas(bodySchema(resourceNamed(creates), 'create'), body) }),
    ...(writtenResource && { fields: fieldsByWireName(resourceNamed(writtenResource).fields) }),
    ...(askedAction && {
      body: mergeSchemas(actionValuesSchema(askedAction) ?? Type.Object({}), body),
      fields: fieldsByWireName(askedAction.dialog?.fields ?? {}),
    }),
    ...(saves && { body: saveSchema(resourceNamed(saves)), answer: Type.Object({ Id }) }),
    access: typeof access === 'object' && 'resource' in access ? rolesFor(registry, access) : access,
  };
};

/**
 * Schema of an action's values. In a move of a life cycle optional texts may be absent. Other actions follow the rules
 * of the form that creates a record.
 */
const actionValuesSchema = ({ dialog, fromStates }: Action): TSchema | undefined => {
  if (fromStates) return dialogSchema(dialog?.fields ?? {});
  return dialog && bodySchema(dialog, 'create');
};

/** Returns generated API calls for the actions that have no call in the contract. */
const actionCalls = (resource: Resource): readonly GeneratedCall[] =>
  Object.entries(resource.actions ?? {}).flatMap(([name, action]) => {
    const path = action.call === undefined ? actionCall(resource, name) : undefined;
    if (path === undefined) return [];
    const { label, consequences, roles, fromStates, removes, secretProperty } = action;
    const movePurpose = `Life cycle: ${label.en}. Refused with 422 in a state it does not begin in; see docs/life-cycles.md.`;
    const body = actionValuesSchema(action);
    const call = {
      tag: resource.label.en.title,
      title: fromStates ? label.en : `${label.en}: ${resource.label.en.one}`,
      purpose: fromStates ? movePurpose : (consequences?.en ?? `${label.en}.`),
      access: roles,
      params: IdParams,
      ...(body && { body, fields: fieldsByWireName(action.dialog?.fields ?? {}) }),
      answer: removes
        ? Done
        : recordSchema(resource, secretProperty ? Type.Object({ [secretProperty]: Type.String() }) : undefined),
    };
    return [{ operation: { action: name }, name: path, call }];
  });

/**
 * Schema of the values of a bulk action: those of the single action, without `Version`, which belongs to one record.
 */
const bulkValuesSchema = (action: Action): TSchema | undefined => {
  const shape = actionValuesSchema(action);
  const { Version: _, ...asked } = propertiesOf(shape) ?? {};
  return shape && Type.Object(asked, { additionalProperties: false });
};

const bulkCalls = (resource: Resource): readonly GeneratedCall[] =>
  bulkActions(resource).map(([name, action]) => {
    const dialogValues = bulkValuesSchema(action);
    const fields = Object.entries(fieldsByWireName(action.dialog?.fields ?? {}));
    return {
      operation: { bulk: name },
      name: bulkCall(resource, name),
      call: {
        tag: resource.label.en.title,
        title: `${action.label.en}: many`,
        purpose: `Look for which ${resource.label.en.other} this can be done, and why not for others. Nothing is changed before \`POST /api/v3/bulk/{id}/run\`.`,
        access: action.roles,
        fields: Object.fromEntries(fields.map(([name, field]) => [`Asked.${name}`, field])),
        body: Type.Object(
          { ...BulkOrder.properties, ...(dialogValues && { Asked: dialogValues }) },
          { additionalProperties: false },
        ),
        record: 'bulkChanges',
        status: 201 as const,
      },
    };
  });

/** Returns the calls that the description generates and the contract does not list, in the form of the contract. */
export const generatedCalls = ({ calls }: Pick<Registry, 'calls'>, resource: Resource): readonly GeneratedCall[] =>
  [
    ...generatedVerbs(resource).map(verb => ({
      operation: { verb },
      name: callFor(resource, verb) as CallKey,
      call: {
        tag: resource.label.en.title,
        title: callTitles[verb](resource.label.en),
        purpose: callPurposes[verb](resource.label.en),
        access: { resource: resource.name, verb },
        ...callSchemas[verb](resource),
      },
    })),
    ...actionCalls(resource),
    ...bulkCalls(resource),
  ].filter(({ name }) => !(name in calls));

/**
 * Returns the call that creates one record of a resource, from the contract or generated. Throws if there is none.
 */
export const createCallOf = (registry: Registry, resource: Resource): DescribedCall => {
  const name = callFor(resource, 'create');
  const contractCall = name && registry.calls[name];
  if (contractCall) return resolveCall(registry, contractCall);
  const generated = generatedCalls(registry, resource).find(each => each.name === name);
  if (!generated) throw new Error(`There is no call that creates a record of "${resource.name}".`);
  return generated.call;
};
