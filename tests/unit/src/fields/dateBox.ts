import { fireEvent, screen } from '@testing-library/react';
// It comes with the first form that has one: loading it while a test waits took longer than the patience of one, on a busy machine.
import '../../../../src/fields/inputs/DateField.tsx';

/** The box of a date by its label or name. */
export const dateBox = (name: string | RegExp): Promise<HTMLElement> => screen.findByRole('textbox', { name });

/** Puts a whole date into its box, as pasting does: `10.01.2026 12:30`. */
export const putDate = async (name: string | RegExp, text: string): Promise<void> => {
  fireEvent.change(await dateBox(name), { target: { value: text } });
};
