import Type, { type TSchema } from 'typebox';
import type { Call, CallKey } from '../../src/contract/call.ts';
import { Day, Done, Id, IdParams, Moment, nullable, tableOf } from '../../src/contract/shapes/common.ts';
import { type Resource, roleFor, type Verb, writtenFields } from '../../src/resources/define.ts';
import type { Field, FieldKind } from '../../src/resources/fields.ts';
import { callFor, generatedVerbs } from '../../src/resources/paths.ts';
import { writtenNames } from '../../src/resources/wire.ts';

/** Longest text taken where the description does not say. */
const usualMaxLength = 500;

const text = ({ maxLength = usualMaxLength }: Field) => Type.String({ maxLength });
const figure = ({ minimum, maximum, identifier }: Field) => {
  const bounds = { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
  return identifier ? Type.Integer({ minimum: 1, ...bounds }) : Type.Number(bounds);
};
const chosen = ({ choices, idField }: Field) => (choices && !idField ? Type.Enum([...choices]) : Type.String());

/** A value of each kind as it is read and written. */
const values: { readonly [Kind in FieldKind]: (field: Field) => TSchema } = {
  text,
  number: figure,
  money: figure,
  date: () => Day,
  dateTime: () => Moment,
  duration: figure,
  distance: figure,
  speed: figure,
  acceleration: figure,
  option: chosen,
  reference: () => Type.String(),
  plate: text,
  vin: text,
  imei: text,
  phone: text,
  email: field => Type.String({ format: 'email', maxLength: field.maxLength ?? 254 }),
  boolean: () => Type.Boolean(),
  score: figure,
  status: chosen,
  position: () => Type.Number(),
};

const coordinate = (part: number) => {
  const most = part === 0 ? 90 : 180;
  return Type.Number({ minimum: -most, maximum: most });
};

/** What is not known is null: a text that is not there is, too. Yes-or-no is always known. */
const readShapes = (name: string, field: Field): readonly (readonly [string, TSchema])[] => {
  if (field.parts) return field.parts.map((part, at) => [part, nullable(coordinate(at))] as const);
  const shown = [
    name,
    field.kind === 'boolean' ? Type.Boolean() : nullable(unlimited(values[field.kind](field))),
  ] as const;
  return field.idField ? [shown, [field.idField, nullable(Id)] as const] : [shown];
};

// Limits are for writing: what lies in the database goes out whole.
const limits = ['maxLength', 'minimum', 'maximum', 'format'];
const unlimited = (shape: TSchema): TSchema =>
  Type.Unsafe(Object.fromEntries(Object.entries(shape).filter(([keyword]) => !limits.includes(keyword))));

const rowShape = ({ fields }: Resource): TSchema =>
  Type.Object({
    Id,
    ...Object.fromEntries(Object.entries(fields).flatMap(([name, field]) => readShapes(name, field))),
    Version: Type.Integer(),
  });

const writtenShape = (wireName: string, field: Field): TSchema => {
  if (field.parts) return coordinate(field.parts.indexOf(wireName));
  return field.idField ? Id : values[field.kind](field);
};

/** Required fields must be there at creation and cannot be emptied later. */
const bodyShape = (resource: Resource, verb: 'create' | 'update'): TSchema => {
  const shapes = writtenFields(resource, verb).flatMap(name => {
    const field = resource.fields[name] as Field;
    return writtenNames(name, field).map(wireName => {
      const shape = writtenShape(wireName, field);
      const whole = field.required || field.kind === 'boolean' ? shape : nullable(shape);
      return [wireName, verb === 'create' && field.required ? whole : Type.Optional(whole)] as const;
    });
  });
  const version: readonly (readonly [string, TSchema])[] =
    verb === 'update' ? [['Version', Type.Integer({ minimum: 1 })]] : [];
  return Type.Object(Object.fromEntries([...shapes, ...version]), { additionalProperties: false });
};

const titles: { readonly [V in Verb]: (nouns: Resource['label']['en']) => string } = {
  list: ({ other }) => `List ${other}`,
  one: ({ one }) => `Read a ${one}`,
  create: ({ one }) => `Create a ${one}`,
  update: ({ one }) => `Change a ${one}`,
  remove: ({ one }) => `Remove a ${one}`,
};

const purposes: { readonly [V in Verb]: (nouns: Resource['label']['en']) => string } = {
  list: ({ other }) => `List ${other}.`,
  one: ({ one }) => `One ${one}.`,
  create: ({ one }) => `Make a ${one}.`,
  update: ({ one }) => `Change a ${one}: the fields that change, and the \`Version\` they were read at.`,
  remove: ({ one }) => `Remove a ${one} that nothing refers to.`,
};

const shapes: { readonly [V in Verb]: (resource: Resource) => Partial<Call> } = {
  list: resource => ({ table: resource.name, answer: tableOf(rowShape(resource)) }),
  one: resource => ({ params: IdParams, answer: rowShape(resource) }),
  create: resource => ({ body: bodyShape(resource, 'create'), answer: rowShape(resource), status: 201 }),
  update: resource => ({ params: IdParams, body: bodyShape(resource, 'update'), answer: rowShape(resource) }),
  remove: () => ({
    params: IdParams,
    query: Type.Object({ version: Type.Optional(Type.Integer({ minimum: 1 })) }),
    answer: Done,
  }),
};

export interface GeneratedCall {
  readonly verb: Verb;
  readonly name: CallKey;
  readonly call: Call;
}

/** The calls that a description makes, in the form the contract has its own in. */
export const generatedCalls = (resource: Resource): readonly GeneratedCall[] =>
  generatedVerbs(resource).map(verb => ({
    verb,
    name: callFor(resource, verb) as CallKey,
    call: {
      tag: resource.label.en.title,
      title: titles[verb](resource.label.en),
      purpose: purposes[verb](resource.label.en),
      access: roleFor(resource, verb) ?? [],
      ...shapes[verb](resource),
    },
  }));
