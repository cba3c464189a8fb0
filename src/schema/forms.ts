import type { FieldMessage } from '../contract/messages/index.ts';
import type { Bilingual, Field } from './fields.ts';
import type { RecordPartName } from './recordParts.ts';

export type Fields = { readonly [name: string]: Field };
export type NameOf<F extends Fields> = keyof F & string;

/** A rule about two dates: one field must not be before, or not after, the other. Empty fields break no rule. */
export type Rule<F extends Fields> = { readonly field: NameOf<F> } & (
  | {
      readonly notBefore: NameOf<F>;
      /** Minimum number of years between the two fields, and the message for a violation. */
      readonly years?: { readonly count: number; readonly message: FieldMessage };
    }
  | { readonly notAfter: NameOf<F> }
);

/** One input, or several inputs side by side. */
export type FormRow<F extends Fields> = NameOf<F> | readonly NameOf<F>[];

/** A step of a long form. It must be valid before the next step is shown. */
export interface Step<F extends Fields> {
  readonly title: Bilingual;
  readonly rows: readonly FormRow<F>[];
}

/** A form in steps. A new record is created step by step. The edit form shows all steps below each other. */
export interface SteppedForm<F extends Fields = Fields> {
  readonly steps: readonly Step<F>[];
  /** The browser stores the typed values of a new record until they are sent or discarded. */
  readonly draft?: true;
}

/** Fields under one heading on the record's page. */
export interface Section<F extends Fields> {
  readonly title: Bilingual;
  readonly fields: readonly NameOf<F>[];
}

/** Content of a tab: sections, the history, or a component (src/app/RecordPage.tsx). */
export type Tab<F extends Fields> = { readonly title: Bilingual } & (
  | { readonly sections: readonly Section<F>[] }
  | { readonly part: 'history' }
  | { readonly page: RecordPartName }
);
