import { fireEvent, screen } from '@testing-library/react';
// Preloads the lazy date input. Loading it inside a test takes longer than the test's timeout on a busy machine.
import '../../../../src/fields/inputs/DateField.tsx';

/** Returns the date input by its label or name. */
export const dateBox = (name: string | RegExp): Promise<HTMLElement> => screen.findByRole('textbox', { name });

/** Pastes a whole date into its input: `10.01.2026 12:30`. */
export const putDate = async (name: string | RegExp, text: string): Promise<void> => {
  fireEvent.change(await dateBox(name), { target: { value: text } });
};
