import type { FieldMessage } from '../contract/messages/index.ts';
import type { Bilingual, Field } from './fields.ts';
import type { RecordPartName } from './recordParts.ts';

export type Fields = { readonly [name: string]: Field };
export type NameOf<F extends Fields> = keyof F & string;

/** A rule about two dates: one field must not be before, or not after, the other. Empty fields break no rule. */
export type Rule<F extends Fields> = { readonly field: NameOf<F> } & (
  | {
      readonly notBefore: NameOf<F>;
      /** Minimum number of years between the two dates, and the message if there are fewer. */
      readonly years?: { readonly count: number; readonly message: FieldMessage };
    }
  | { readonly notAfter: NameOf<F> }
);

/** One row of a form: one input, or several inputs side by side. */
export type FormRow<F extends Fields> = NameOf<F> | readonly NameOf<F>[];

/** A step of a long form. The user must fill it in correctly before the next step is shown. */
export interface Step<F extends Fields> {
  readonly title: Bilingual;
  readonly rows: readonly FormRow<F>[];
}

/** A form in steps. A new record is entered step by step. For an existing record, all steps stand below each other. */
export interface SteppedForm<F extends Fields = Fields> {
  readonly steps: readonly Step<F>[];
  /** True: the browser stores the values that a user types for a new record until they are sent or discarded. */
  readonly draft?: true;
}

/** Fields under one heading on the record's page. */
export interface Section<F extends Fields> {
  readonly title: Bilingual;
  readonly fields: readonly NameOf<F>[];
}

/** Content of a tab of a record's page: sections, the history, or a component (src/app/RecordPage.tsx). */
export type Tab<F extends Fields> = { readonly title: Bilingual } & (
  | { readonly sections: readonly Section<F>[] }
  | { readonly part: 'history' }
  | { readonly page: RecordPartName }
);
