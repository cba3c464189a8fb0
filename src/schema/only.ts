type Leaf = string | number | boolean | null | undefined | ((...given: never) => unknown);
type KeysOfUnion<Known> = Known extends unknown ? keyof Known : never;
type ElementOrProperty<Known, Key> = Known extends readonly (infer Element)[]
  ? Element
  : Key extends keyof Known
    ? Known[Key]
    : never;

/**
 * Type `Given` with `never` for each property that `Known` does not have, at every level. A misspelt property name
 * therefore does not compile.
 */
export type Exact<Given, Known> = Given extends Leaf
  ? Given
  : Given extends readonly unknown[]
    ? { readonly [Index in keyof Given]: Exact<Given[Index], ElementOrProperty<NonNullable<Known>, number>> }
    : {
        readonly [Key in keyof Given]: Key extends KeysOfUnion<Known>
          ? Exact<Given[Key], ElementOrProperty<NonNullable<Known>, Key>>
          : never;
      };
