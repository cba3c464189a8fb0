import type { FieldOf, ResourceName, resources } from '../resources/index.ts';

type FieldAt<Name extends ResourceName, F extends FieldOf<Name>> = (typeof resources)[Name]['fields'] extends infer All
  ? F extends keyof All
    ? All[F]
    : never
  : never;

/** Fields of a resource with choices of their own, not from a dictionary. */
type WithChoices<Name extends ResourceName> = {
  [F in FieldOf<Name>]: FieldAt<Name, F> extends { readonly choices: readonly string[] } ? F : never;
}[FieldOf<Name>];

type ChoiceOf<Field> = Field extends { readonly choices: readonly (infer C extends string)[] } ? C : never;

/** What every resource must have in every language: a field or a choice without a text does not compile. */
export type ResourceTexts = {
  readonly [Name in ResourceName]: {
    /** Forms for 1, 2 and 5, divided by `||||`. */
    readonly name: string;
    readonly fields: { readonly [F in FieldOf<Name>]: string };
    readonly choices: { readonly [F in WithChoices<Name>]: { readonly [C in ChoiceOf<FieldAt<Name, F>>]: string } };
  };
};
