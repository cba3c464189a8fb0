type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Returns the schema with additional properties forbidden everywhere. */
export const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed);
  if (!isNode(schema)) return schema;
  const node = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return schema.properties && schema.additionalProperties === undefined
    ? { ...node, additionalProperties: false }
    : node;
};

const says = ['type', 'enum', 'const', 'anyOf', 'allOf', 'oneOf', 'not'];

/** Returns the paths of a schema that accept anything: objects without named properties, and values without a type. */
export const freeForms = (schema: unknown, at = ''): string[] => {
  if (!isNode(schema)) return [];
  const {
    type,
    properties,
    patternProperties,
    additionalProperties,
    items,
    anyOf = [],
  } = schema as {
    readonly type?: unknown;
    readonly properties?: Node;
    readonly patternProperties?: Node;
    readonly additionalProperties?: unknown;
    readonly items?: unknown;
    readonly anyOf?: readonly unknown[];
  };
  if (!says.some(key => key in schema)) return [at || 'all of it'];
  const isObject = [type].flat().includes('object');
  if (isObject && !properties && !patternProperties && !isNode(additionalProperties)) return [at || 'all of it'];
  return [
    ...Object.entries({ ...properties, ...patternProperties }).flatMap(([name, each]) =>
      freeForms(each, `${at}/${name}`),
    ),
    ...[items].flat().flatMap(each => (each === undefined ? [] : freeForms(each, `${at}/items`))),
    ...anyOf.flatMap(each => freeForms(each, `${at}/anyOf`)),
  ];
};
