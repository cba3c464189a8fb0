// @vitest-environment jsdom
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MuiLocale } from '../../../../src/app/MuiLocale.tsx';
import { openTexts, setLanguage } from '../../../../src/i18n/store.ts';
import { AppTheme } from '../../../../src/theme/AppTheme.tsx';

beforeEach(() => openTexts('whole'));
afterEach(async () => {
  cleanup();
  await setLanguage('ru');
});

it('the buttons of a choice say what they do in the language chosen, also when it is changed over them', async () => {
  render(
    <AppTheme>
      <MuiLocale>
        <Autocomplete options={['a']} defaultValue="a" renderInput={params => <TextField {...params} label="x" />} />
      </MuiLocale>
    </AppTheme>,
  );
  const names = () => screen.getAllByRole('button', { hidden: true }).map(button => button.getAttribute('aria-label'));
  expect(names()).toEqual(['Очистить', 'Открыть']);
  const field = screen.getByRole('combobox');
  await act(() => setLanguage('en'));
  expect(names()).toEqual(['Clear', 'Open']);
  expect(screen.getByRole('combobox')).toBe(field);
});
