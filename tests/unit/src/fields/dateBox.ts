import { fireEvent, screen } from '@testing-library/react';

/** The box of a date by its label or name. It comes with the first form that has one, which on a busy machine takes a while. */
export const dateBox = (name: string | RegExp): Promise<HTMLElement> =>
  screen.findByRole('group', { name }, { timeout: 15_000 });

/** Puts a whole date into its box, as pasting does: `10.01.2026 12:30`. */
export const putDate = async (name: string | RegExp, text: string): Promise<void> => {
  const box = (await dateBox(name)).querySelector('input');
  if (!box) throw new Error(`${name} is no box of a date`);
  fireEvent.change(box, { target: { value: text } });
};
