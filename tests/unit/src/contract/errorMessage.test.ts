import { expect, it } from 'vitest';
import { errorMessage } from '../../../../src/contract/messages/index.ts';

it('an error that is kept is read in the reader’s language, words of it too', () => {
  const values = { state: { ru: 'закрыт', en: 'closed' }, possible: { ru: 'ничего', en: 'nothing' } };
  expect(errorMessage('en', 'STATE_FORBIDS', values)).toBe(
    'Not possible now: the stage is “closed”. Possible: nothing',
  );
  expect(errorMessage('ru', 'STATE_FORBIDS', values)).toBe('Сейчас это невозможно: стадия «закрыт». Возможно: ничего');
  expect(errorMessage('en', 'STATE_FORBIDS', { state: 'closed', possible: 'nothing' })).toBe(
    'Not possible now: the stage is “closed”. Possible: nothing',
  );
});
