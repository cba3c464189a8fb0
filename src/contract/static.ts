interface IsOptional {
  readonly '~optional': true;
}

type Simplify<T> = { [Key in keyof T]: T[Key] };

type ObjectType<P> = keyof P extends never
  ? object
  : Simplify<
      { [Key in keyof P as P[Key] extends IsOptional ? never : Key]: Static<P[Key]> } & {
        [Key in keyof P as P[Key] extends IsOptional ? Key : never]?: Static<P[Key]>;
      }
    >;

/** Value type of each TypeBox schema kind that the contract uses. `S` is the schema. */
interface TypeByKind<S> {
  Array: S extends { items: infer Item } ? Static<Item>[] : never;
  Boolean: boolean;
  Enum: S extends { enum: infer Values extends readonly unknown[] } ? Values[number] : never;
  Integer: number;
  Literal: S extends { const: infer Value } ? Value : never;
  Null: null;
  Number: number;
  Object: S extends { properties: infer Properties } ? ObjectType<Properties> : never;
  Record: S extends { patternProperties: infer Values } ? Record<string, Static<Values[keyof Values]>> : never;
  String: string;
  Tuple: S extends { items: infer Items extends readonly unknown[] } ? { [I in keyof Items]: Static<Items[I]> } : never;
  Union: S extends { anyOf: infer Some extends readonly unknown[] } ? Static<Some[number]> : never;
  Unknown: unknown;
}

/**
 * Value type of a schema. It replaces TypeBox's own `Static` and gives `never` for kinds that the contract does not
 * use.
 * The type looks up the kind in a table, because trying all kinds in turn costs the type checker 160,000 types.
 */
export type Static<S> = S extends { '~kind': infer Kind extends keyof TypeByKind<unknown> }
  ? TypeByKind<S>[Kind]
  : S extends { '~unsafe': infer Value }
    ? Value
    : never;
