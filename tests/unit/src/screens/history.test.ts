import { expect, it } from 'vitest';
import { clients } from '../../../../src/resources/clients.ts';
import { inDescribedOrder } from '../../../../src/screens/record/History.tsx';

it('what changed stands in the order of the form, whichever order it was saved in', () => {
  const saved = ['Note', 'Phone', 'FirstName', 'LastName'].map(field => ({ field, before: null, after: 'x' }));
  const shown = inDescribedOrder(clients, saved).map(({ field }) => field);
  expect(shown).toEqual(['LastName', 'FirstName', 'Phone', 'Note']);
});
