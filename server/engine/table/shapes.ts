import Type, { type TSchema } from 'typebox';
import type { Access, AccessByResource, Role, Verb } from '../../../src/contract/access.ts';
import type { Call, CallKey } from '../../../src/contract/call.ts';
import { BulkOrder } from '../../../src/contract/shapes/bulk.ts';
import { Day, Done, Id, IdParams, Moment, nullable, Spelled, tableOf } from '../../../src/contract/shapes/common.ts';
import {
  type Action,
  actionNamed,
  bulkActions,
  type Described,
  type Resource,
  recordFields,
  roleFor,
  rowFields,
  writtenFields,
} from '../../../src/schema/define.ts';
import type { Fields } from '../../../src/schema/forms.ts';
import type { Field } from '../../../src/schema/kinds/field.ts';
import { minimumOf } from '../../../src/schema/kinds/figure.ts';
import { maxChoices } from '../../../src/schema/kinds/judging.ts';
import type { ValueType } from '../../../src/schema/kinds/kind.ts';
import { maxLengthOf } from '../../../src/schema/kinds/kind.ts';
import { rulesOf } from '../../../src/schema/kinds/kinds.ts';
import { actionCall, bulkCall, callFor, generatedVerbs } from '../../../src/schema/paths.ts';
import { fieldsByWireName, writtenNames } from '../../../src/schema/wire.ts';
import type { Registry } from './define.ts';
import { isTextColumn } from './define.ts';

const text = (field: Field): TSchema => {
  const { example, format } = rulesOf(field.kind);
  if (example !== undefined) return Type.Unsafe({ ...Spelled, examples: [example] });
  if (field.documentNumber) return Spelled;
  return Type.String({ ...(format && { format }), maxLength: maxLengthOf(field) });
};
const figure = (field: Field) => {
  const { maximum, identifier, integer } = field;
  const minimum = minimumOf(field);
  const bounds = { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
  return identifier || integer ? Type.Integer(bounds) : Type.Number(bounds);
};
const chosen = ({ choices, idField, pairOf }: Field) => {
  if (pairOf) return Type.String({ pattern: '^[1-9]\\d{0,8}:[1-9]\\d{0,8}$', examples: ['7:12'] });
  return choices && !idField ? Type.Enum([...choices]) : Type.String();
};

const values: { readonly [Value in ValueType]: (field: Field) => TSchema } = {
  text,
  choice: chosen,
  record: () => Type.String(),
  number: figure,
  duration: figure,
  day: () => Day,
  moment: () => Moment,
  boolean: () => Type.Boolean(),
  position: () => Type.Number(),
};

/** Schema of one value of a field, for reading and writing. */
const valueShape = (field: Field): TSchema => values[rulesOf(field.kind).value](field);

const coordinate = (part: number) => {
  const most = part === 0 ? 90 : 180;
  return Type.Number({ minimum: -most, maximum: most });
};

const idsOf = (field: Field): TSchema => (field.many ? Type.Array(Id, { maxItems: maxChoices(field) }) : Id);

/**
 * Schemas of a field's readable names. Unknown values are null, except texts of resources with `emptyTexts`. Booleans
 * and required fields are never null.
 */
const readShapes = ({ emptyTexts }: Resource, name: string, field: Field): readonly (readonly [string, TSchema])[] => {
  if (field.parts) return field.parts.map((part, at) => [part, nullable(coordinate(at))] as const);
  const orNull = (shape: TSchema, known = false) =>
    field.required || known || field.kind === 'boolean' ? shape : nullable(shape);
  if (field.many && (field.choices || field.pairOf)) return [[name, Type.Array(valueShape(field))]];
  const isText = emptyTexts && isTextColumn(field) && !field.choices;
  const title = [name, orNull(unlimited(valueShape(field)), isText)] as const;
  if (!field.idField) return [title];
  const id = [field.idField, field.many ? Type.Array(Id) : orNull(Id)] as const;
  return field.idField === name ? [id] : [title, id];
};

// Limits are checked only when a value is written. A stored value is sent in any case.
const limits = ['maxLength', 'minimum', 'maximum', 'format'];
const unlimited = (shape: TSchema): TSchema =>
  Type.Unsafe(Object.fromEntries(Object.entries(shape).filter(([keyword]) => !limits.includes(keyword))));

const propertiesOf = (shape: TSchema | undefined): Record<string, TSchema> | undefined =>
  (shape as { properties?: Record<string, TSchema> } | undefined)?.properties;

const readShape = (resource: Resource, names: readonly string[], beside?: TSchema): TSchema =>
  Type.Object({
    ...propertiesOf(beside),
    Id,
    ...Object.fromEntries(names.flatMap(name => readShapes(resource, name, resource.fields[name] as Field))),
    Version: Type.Integer(),
  });
const rowShape = (resource: Resource, beside?: TSchema): TSchema => readShape(resource, rowFields(resource), beside);
const recordShape = (resource: Resource, beside?: TSchema): TSchema =>
  readShape(resource, recordFields(resource), beside);

const writtenShape = (wireName: string, field: Field): TSchema => {
  if (field.parts) return coordinate(field.parts.indexOf(wireName));
  if (field.idField) return idsOf(field);
  const shape = valueShape(field);
  return field.many
    ? Type.Array(shape, { maxItems: maxChoices(field), ...(field.required && { minItems: 1 }) })
    : shape;
};

/** Schema of a body. Required fields must be present at creation and cannot be emptied later. */
const bodyShape = (resource: Pick<Described, 'fields' | 'form'>, verb: 'create' | 'update'): TSchema => {
  const shapes = writtenFields(resource, verb).flatMap(name => {
    const field = resource.fields[name] as Field;
    return writtenNames(name, field).map(wireName => {
      const shape = writtenShape(wireName, field);
      // A field with `unless` is required only while another field is empty. The schema cannot express this, so
      // checks.ts checks it.
      const needed = field.required && !field.unless;
      const whole = needed || field.many || field.kind === 'boolean' ? shape : nullable(shape);
      return [
        wireName,
        verb === 'create' && needed && field.initially === undefined ? whole : Type.Optional(whole),
      ] as const;
    });
  });
  const version = verb === 'update' ? [['Version', Type.Integer({ minimum: 1 })] as const] : [];
  return Type.Object(Object.fromEntries([...shapes, ...version]), { additionalProperties: false });
};

const askedShape = (fields: Fields): TSchema =>
  Type.Object(
    {
      ...Object.fromEntries(
        Object.entries(fields).flatMap(([name, field]) =>
          writtenNames(name, field).map(wireName => {
            const shape = writtenShape(wireName, field);
            return [wireName, field.required ? shape : Type.Optional(nullable(shape))] as const;
          }),
        ),
      ),
      /** Absent: the action also runs if another user has changed the record meanwhile. */
      Version: Type.Optional(Type.Integer({ minimum: 1 })),
    },
    { additionalProperties: false },
  );

const merged = (shape: TSchema, more: TSchema | undefined): TSchema =>
  Type.Object({ ...propertiesOf(shape), ...propertiesOf(more) }, { additionalProperties: false });

/**
 * Schema of a body that creates a record, or changes the record that its `Id` names. Required fields are checked by the
 * save and not by this schema.
 */
const savedShape = (resource: Resource): TSchema => {
  const { properties } = bodyShape(resource, 'create') as unknown as { properties: Record<string, TSchema> };
  const shapes = Object.entries(properties).map(([name, shape]) => [name, Type.Optional(shape)] as const);
  const keys = { Id: Type.Optional(Id), Version: Type.Optional(Type.Integer({ minimum: 1 })) };
  return Type.Object({ ...keys, ...Object.fromEntries(shapes) }, { additionalProperties: false });
};

const withArticle = (noun: string): string => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

const titles: { readonly [V in Verb]: (nouns: Resource['label']['en']) => string } = {
  list: ({ other }) => `List ${other}`,
  one: ({ one }) => `Read ${withArticle(one)}`,
  create: ({ one }) => `Create ${withArticle(one)}`,
  update: ({ one }) => `Change ${withArticle(one)}`,
  remove: ({ one }) => `Remove ${withArticle(one)}`,
};

const purposes: { readonly [V in Verb]: (nouns: Resource['label']['en']) => string } = {
  list: ({ other }) => `List ${other}.`,
  one: ({ one }) => `One ${one}.`,
  create: ({ one }) => `Create ${withArticle(one)}.`,
  update: ({ one }) => `Change ${withArticle(one)}: the changed fields, and the \`Version\` they were read at.`,
  remove: ({ one }) => `Remove ${withArticle(one)} that nothing refers to.`,
};

const shapes: { readonly [V in Verb]: (resource: Resource) => Partial<DescribedCall> } = {
  list: resource => ({
    table: resource.name,
    ...(resource.split && {
      params: Type.Object({ [resource.split.parameter]: Type.Enum([...resource.split.values]) }),
    }),
    answer: tableOf(rowShape(resource)),
  }),
  one: resource => ({ params: IdParams, answer: recordShape(resource) }),
  create: resource => ({
    body: bodyShape(resource, 'create'),
    fields: fieldsByWireName(resource.fields),
    answer: recordShape(resource),
    status: 201,
  }),
  update: resource => ({
    params: IdParams,
    body: bodyShape(resource, 'update'),
    fields: fieldsByWireName(resource.fields),
    answer: recordShape(resource),
  }),
  remove: () => ({
    params: IdParams,
    query: Type.Object({ version: Type.Optional(Type.Integer({ minimum: 1 })) }),
    answer: Done,
  }),
};

/** A call whose body has described fields. */
interface DescribedCall extends Call {
  /** Fields of the body, by their path in it. */
  readonly fields?: Fields;
}

export interface GeneratedCall {
  /** Names the verb, the action, or the bulk action whose preview the call makes. */
  readonly does: { readonly verb: Verb } | { readonly action: string } | { readonly bulk: string };
  readonly name: CallKey;
  readonly call: DescribedCall;
}

/** Returns the roles that may use this verb by the resource's description. Throws if the description names none. */
const rolesFor = (registry: Registry, { resource, verb }: AccessByResource): readonly Role[] => {
  const found = roleFor(registry.resource(resource), verb);
  if (!found) throw new Error(`The resource "${resource}" does not say who may do this: ${verb}.`);
  return found;
};

/** A call whose access names the roles. If the contract refers to a resource, they come from its description. */
export interface ResolvedCall extends DescribedCall {
  readonly access: Exclude<Access, AccessByResource>;
}

export const resolveCall = (registry: Registry, call: DescribedCall): ResolvedCall => {
  const { resource: resourceNamed } = registry;
  const { access, table, rowsOf = table, record, changes, creates, saves, asks, beside, body } = call;
  const written = changes ?? creates ?? saves;
  const asked = asks && actionNamed(resourceNamed(asks.resource), asks.move);
  return {
    ...call,
    ...(rowsOf && { answer: tableOf(rowShape(resourceNamed(rowsOf), beside)) }),
    ...(record && { answer: recordShape(resourceNamed(record), beside) }),
    ...(changes && { body: bodyShape(resourceNamed(changes), 'update') }),
    ...(creates && { body: merged(bodyShape(resourceNamed(creates), 'create'), body) }),
    ...(written && { fields: fieldsByWireName(resourceNamed(written).fields) }),
    ...(asked && {
      body: merged(askedBy(asked) ?? Type.Object({}), body),
      fields: fieldsByWireName(asked.asks?.fields ?? {}),
    }),
    ...(saves && { body: savedShape(resourceNamed(saves)), answer: Type.Object({ Id }) }),
    access: typeof access === 'object' && 'resource' in access ? rolesFor(registry, access) : access,
  };
};

/**
 * Schema of an action's values. In a move of a life cycle optional texts may be absent. Other actions follow the rules
 * of the form that creates a record.
 */
const askedBy = ({ asks, from }: Action): TSchema | undefined => {
  if (from) return askedShape(asks?.fields ?? {});
  return asks && bodyShape(asks, 'create');
};

/** Returns the calls of those actions that have no call in the contract. */
const actionCalls = (resource: Resource): readonly GeneratedCall[] =>
  Object.entries(resource.actions ?? {}).flatMap(([name, action]) => {
    const path = action.call === undefined ? actionCall(resource, name) : undefined;
    if (path === undefined) return [];
    const { label, about, roles, from, removes, secret } = action;
    const moves = `Life cycle: ${label.en}. Refused with 422 in a state it does not begin in; see docs/life-cycles.md.`;
    const body = askedBy(action);
    const call = {
      tag: resource.label.en.title,
      title: from ? label.en : `${label.en}: ${resource.label.en.one}`,
      purpose: from ? moves : (about?.en ?? `${label.en}.`),
      access: roles,
      params: IdParams,
      ...(body && { body, fields: fieldsByWireName(action.asks?.fields ?? {}) }),
      answer: removes ? Done : recordShape(resource, secret ? Type.Object({ [secret]: Type.String() }) : undefined),
    };
    return [{ does: { action: name }, name: path, call }];
  });

/** Schema of a bulk action's values: those of the single action without `Version`, which belongs to one record. */
const askedOfMany = (action: Action): TSchema | undefined => {
  const shape = askedBy(action);
  const { Version: _, ...asked } = propertiesOf(shape) ?? {};
  return shape && Type.Object(asked, { additionalProperties: false });
};

const bulkCalls = (resource: Resource): readonly GeneratedCall[] =>
  bulkActions(resource).map(([name, action]) => {
    const asked = askedOfMany(action);
    const fields = Object.entries(fieldsByWireName(action.asks?.fields ?? {}));
    return {
      does: { bulk: name },
      name: bulkCall(resource, name),
      call: {
        tag: resource.label.en.title,
        title: `${action.label.en}: many`,
        purpose: `Look for which ${resource.label.en.other} this can be done, and why not for others. Nothing is changed before \`POST /api/v3/bulk/{id}/run\`.`,
        access: action.roles,
        fields: Object.fromEntries(fields.map(([name, field]) => [`Asked.${name}`, field])),
        body: Type.Object({ ...BulkOrder.properties, ...(asked && { Asked: asked }) }, { additionalProperties: false }),
        record: 'bulkChanges',
        status: 201 as const,
      },
    };
  });

/** Returns the calls that the description generates and the contract does not list, in the form of the contract. */
export const generatedCalls = ({ calls }: Pick<Registry, 'calls'>, resource: Resource): readonly GeneratedCall[] =>
  [
    ...generatedVerbs(resource).map(verb => ({
      does: { verb },
      name: callFor(resource, verb) as CallKey,
      call: {
        tag: resource.label.en.title,
        title: titles[verb](resource.label.en),
        purpose: purposes[verb](resource.label.en),
        access: { resource: resource.name, verb },
        ...shapes[verb](resource),
      },
    })),
    ...actionCalls(resource),
    ...bulkCalls(resource),
  ].filter(({ name }) => !(name in calls));
