type Leaf = string | number | boolean | null | undefined | ((...given: never) => unknown);
type Keys<Known> = Known extends unknown ? keyof Known : never;
type At<Known, Key> = Known extends readonly (infer Element)[] ? Element : Key extends keyof Known ? Known[Key] : never;

/**
 * Type `Given` with `never` for each property that `Known` does not have, at every level. A misspelt property name
 * therefore does not compile.
 */
export type Only<Given, Known> = Given extends Leaf
  ? Given
  : Given extends readonly unknown[]
    ? { readonly [Index in keyof Given]: Only<Given[Index], At<NonNullable<Known>, number>> }
    : {
        readonly [Key in keyof Given]: Key extends Keys<Known> ? Only<Given[Key], At<NonNullable<Known>, Key>> : never;
      };
