type Schema = Readonly<Record<string, unknown>>;

interface Known {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema | readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
}

const simple: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

const nameOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

const objectText = ({ properties, required = [], additionalProperties, patternProperties = {} }: Known): string => {
  const members = Object.entries(properties ?? {}).map(
    ([name, each]) => `${nameOf(name)}${required.includes(name) ? '' : '?'}: ${typeText(each)}`,
  );
  if (members.length > 0) return `{ ${members.join('; ')} }`;
  const [any = additionalProperties] = Object.values(patternProperties);
  return typeof any === 'object' ? `Record<string, ${typeText(any)}>` : 'Record<string, unknown>';
};

const arrayText = ({ items }: Known): string => {
  if (Array.isArray(items)) return `[${items.map(typeText).join(', ')}]`;
  return items ? `Array<${typeText(items as Schema)}>` : 'unknown[]';
};

/** Returns a schema of the contract as a TypeScript type on one line. */
export const typeText = (schema: Schema): string => {
  const knownSchema: Known = schema;
  if (knownSchema.const !== undefined) return JSON.stringify(knownSchema.const);
  if (knownSchema.enum) return knownSchema.enum.map(value => JSON.stringify(value)).join(' | ');
  if (knownSchema.anyOf) return knownSchema.anyOf.map(typeText).join(' | ');
  const types = knownSchema.type === undefined ? [] : [knownSchema.type].flat();
  const each = types.map(type => {
    if (type === 'object') return objectText(knownSchema);
    return type === 'array' ? arrayText(knownSchema) : (simple[type] ?? 'unknown');
  });
  return each.length > 0 ? each.join(' | ') : 'unknown';
};
