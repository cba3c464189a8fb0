import Type, { type TSchema } from 'typebox';
import type { Call } from '../../../src/contract/call.ts';
import { defaultPageSize, filterMaxLength, idsMax, searchMaxLength } from '../../../src/contract/limits.ts';
import type { Resource } from '../../../src/schema/define.ts';
import {
  type FilterParameter,
  filterParameters,
  type ParameterType,
  periodNames,
} from '../../../src/schema/filters.ts';
import { storablePattern } from '../../../src/schema/kinds/storable.ts';

/** Schema of each kind of query parameter. Several values are separated by commas. */
const schemas: { readonly [Kind in ParameterType]: TSchema } = {
  text: Type.String({ maxLength: filterMaxLength, pattern: storablePattern }),
  number: Type.Number(),
  moment: Type.String({ format: 'date-time' }),
  day: Type.String({ format: 'date' }),
  boolean: Type.Boolean(),
};

const schemaOf = (resource: Resource, { field, comparison, type }: FilterParameter): TSchema => {
  if (comparison === 'empty') return schemas.boolean;
  if (comparison === 'within') return Type.Enum([...periodNames], { description: 'Days of the company’s time zone' });
  const choices = resource.fields[field]?.choices?.join('|');
  if (choices) return Type.String({ pattern: `^(${choices})(,(${choices}))*$`, description: choices });
  if (comparison !== 'oneOf' && comparison !== 'noneOf') return schemas[type];
  return type === 'number'
    ? Type.String({ pattern: '^[0-9]{1,9}(,[0-9]{1,9}){0,99}$', description: 'Ids, separated by commas' })
    : Type.String({ maxLength: filterMaxLength, pattern: storablePattern, description: 'Values, separated by commas' });
};

const ids = Type.String({
  pattern: `^[0-9]{1,15}(,[0-9]{1,15}){0,${idsMax - 1}}$`,
  description: `Only these records: ids, separated by commas, ${idsMax} at most`,
});

const schemasByJson = new Map<string, TSchema>();

/** Returns one object for equal schemas, so that each schema is compiled once. */
const shareSchema = (schema: TSchema): TSchema => {
  const text = JSON.stringify(schema);
  const sharedSchema = schemasByJson.get(text) ?? schema;
  schemasByJson.set(text, sharedSchema);
  return sharedSchema;
};

const noPages = { page: undefined, pageSize: undefined, sort: undefined, ids: undefined };

/** Schema of the query of a call with `filters`: the filters of the resource's list, without its pages and order. */
export const filtersSchema = (resource: Resource, call: Pick<Call, 'query'>) => {
  const { properties, ...schema } = tableQuerySchema(resource, call) as {
    readonly properties: Record<string, TSchema>;
  };
  const names = Object.keys(properties).filter(name => !(name in noPages));
  return { ...schema, properties: Object.fromEntries(names.map(name => [name, properties[name]])) };
};

/** Schema of a table call's query, derived from its resource. Unknown parameters are rejected by name. */
export const tableQuerySchema = (
  resource: Resource,
  { query, aliases = {}, bucketsParameter }: Pick<Call, 'query' | 'aliases' | 'bucketsParameter'> = {},
) => {
  const filters: Record<string, TSchema> = Object.fromEntries(
    filterParameters(resource).map(p => [p.name, Type.Optional(schemaOf(resource, p))]),
  );
  const buckets = resource.split?.values.join('|') ?? '';
  const aliasedFilters = Object.entries(aliases).map(([alias, name]) => [alias, filters[name] as TSchema] as const);
  const schema = Type.Object(
    {
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 })),
      pageSize: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 100_000_000,
          default: defaultPageSize,
          description: '10, 25, 30, 50; large answers are streamed',
        }),
      ),
      sort: Type.Optional(
        Type.String({ maxLength: 100, description: `\`<Column>-<asc|desc>\`, unless given ${resource.list.sort}` }),
      ),
      ids: Type.Optional(ids),
      ...(resource.list.search && {
        search: Type.Optional(
          Type.String({
            maxLength: searchMaxLength,
            pattern: storablePattern,
            description: `In ${resource.list.search.join(', ')}`,
          }),
        ),
      }),
      ...filters,
      ...(bucketsParameter && {
        [bucketsParameter]: Type.Optional(
          Type.String({ pattern: `^(${buckets})(,(${buckets}))*$`, description: `${buckets}; unless given, all` }),
        ),
      }),
      ...Object.fromEntries(aliasedFilters),
      ...(query as { properties?: Record<string, TSchema> } | undefined)?.properties,
    },
    { additionalProperties: false },
  );
  return shareSchema(schema);
};
