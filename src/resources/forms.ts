import type { FieldMessage } from '../contract/messages/index.ts';
import type { Bilingual, Field } from './fields.ts';
import type { RecordPartName } from './recordParts.ts';

export type Fields = { readonly [name: string]: Field };
export type NameOf<F extends Fields> = keyof F & string;

/** One field may not be before, or not after, another one, once both are filled in. */
export type Rule<F extends Fields> = { readonly field: NameOf<F> } & (
  | {
      readonly notBefore: NameOf<F>;
      /** Not before so many years after it, and what is said then. */
      readonly years?: { readonly count: number; readonly message: FieldMessage };
    }
  | { readonly notAfter: NameOf<F> }
);

/** A row of inputs that stand beside each other, or one alone. */
export type FormRow<F extends Fields> = NameOf<F> | readonly NameOf<F>[];

/** A part of a long form, filled in before the next one is shown. */
export interface Step<F extends Fields> {
  readonly title: Bilingual;
  readonly rows: readonly FormRow<F>[];
}

/** A form in steps. A new record is made step by step; a change shows the steps below each other. */
export interface SteppedForm<F extends Fields = Fields> {
  readonly steps: readonly Step<F>[];
  /** What was typed of a new one stays in the browser until it is sent or thrown away. */
  readonly draft?: true;
}

/** Fields under one heading on the record's page. */
export interface Section<F extends Fields> {
  readonly title: Bilingual;
  readonly fields: readonly NameOf<F>[];
}

/** Records of another resource that belong to a record. */
export interface Related {
  /** Name of the list, as react-admin has it: `accidents-opened`, where the resource is split. */
  readonly resource: string;
  /** Filter of that list. */
  readonly by: string;
  /** Field of the record with the filter's value; `Id` by default. */
  readonly value?: string;
}

/** Content of a tab: sections, the history, related records, or a component (src/app/recordParts.ts). */
export type Tab<F extends Fields> = { readonly title: Bilingual } & (
  | { readonly sections: readonly Section<F>[] }
  | { readonly part: 'history' }
  | { readonly related: Related }
  | { readonly page: RecordPartName }
);
