import type { Resource } from './define.ts';
import type { Field } from './kinds/field.ts';
import type { KindsOf } from './kinds/kinds.ts';

// Wire types, inferred from the type of a description (`typeof accidents`).

type NumberKinds = KindsOf<'number' | 'duration'>;
type TextKinds = KindsOf<'text' | 'choice'>;

/** Type of a field's value if it is not null. */
type KnownValue<F extends Field> = F extends { readonly choices: readonly (infer Choice)[] }
  ? F extends { readonly many: true }
    ? Choice[]
    : Choice
  : F extends { readonly pairOf: unknown }
    ? string[]
    : F['kind'] extends NumberKinds
      ? number
      : F['kind'] extends 'boolean'
        ? boolean
        : string;

type NeverNull<R, F extends Field> = F extends
  | { readonly required: true }
  | { readonly kind: 'boolean' }
  | { readonly pairOf: unknown }
  ? true
  : R extends { readonly emptyTexts: true }
    ? F extends { readonly nullable: true } | { readonly choices: unknown } | { readonly idField: string }
      ? false
      : F['kind'] extends TextKinds
        ? true
        : false
    : false;

type OrNull<R, F extends Field, Value> = NeverNull<R, F> extends true ? Value : Value | null;
type IdValue<R, F extends Field> = F extends { readonly many: true } ? number[] : OrNull<R, F, number>;

type WireProperties<R, Name extends string, F extends Field> = F extends {
  readonly parts: readonly [infer A extends string, infer B extends string];
}
  ? { [P in A | B]: number | null }
  : F extends { readonly idField: infer Id extends string }
    ? { [P in Id]: IdValue<R, F> } & (Id extends Name ? unknown : { [P in Name]: OrNull<R, F, string> })
    : { [P in Name]: OrNull<R, F, KnownValue<F>> };

type WrittenProperties<R, Name extends string, F extends Field> = F extends {
  readonly idField: infer Id extends string;
}
  ? { [P in Id]: IdValue<R, F> }
  : WireProperties<R, Name, F>;

type UnionToIntersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer All) => void
  ? All
  : never;
type Simplify<T> = { [P in keyof T]: T[P] };
type FieldsOf<R extends Resource> = R['fields'];
type WireUnion<R extends Resource, Names extends keyof FieldsOf<R>> = {
  [Name in Names & string]: WireProperties<R, Name, FieldsOf<R>[Name]>;
}[Names & string];
type ReadNames<R extends Resource> = {
  [Name in keyof FieldsOf<R>]: FieldsOf<R>[Name] extends { readonly inputOnly: true } ? never : Name;
}[keyof FieldsOf<R>];
type RowNames<R extends Resource> = {
  [Name in ReadNames<R>]: FieldsOf<R>[Name] extends { readonly recordOnly: true } ? never : Name;
}[ReadNames<R>];

type RowsNames<Rows> = Rows extends readonly (infer Row)[] ? (Row extends readonly (infer Name)[] ? Name : Row) : never;
type FormNames<R> = R extends { readonly form: { readonly steps: readonly (infer S)[] } }
  ? S extends { readonly rows: infer Rows }
    ? RowsNames<Rows>
    : never
  : R extends { readonly form: infer Rows }
    ? RowsNames<Rows>
    : never;
type ChangedUnion<R extends Resource> = {
  [Name in FormNames<R> & keyof FieldsOf<R> & string]: FieldsOf<R>[Name] extends { readonly write: 'create' }
    ? never
    : WrittenProperties<R, Name, FieldsOf<R>[Name]>;
}[FormNames<R> & keyof FieldsOf<R> & string];

interface CommonProperties {
  Id: number;
  Version: number;
}

/**
 * Wire types of a resource: row of a list, single record, and request to change a record. They extend `DescribedTypes`
 * of the contract.
 */
export interface TypesOf<R extends Resource> {
  row: Simplify<UnionToIntersection<WireUnion<R, RowNames<R>>> & CommonProperties>;
  record: Simplify<UnionToIntersection<WireUnion<R, ReadNames<R>>> & CommonProperties>;
  change: Simplify<Partial<UnionToIntersection<ChangedUnion<R>>> & Pick<CommonProperties, 'Version'>>;
}
