// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { DataProviderContext } from 'ra-core';
import { afterEach, expect, it, vi } from 'vitest';
import { ScoringView } from '../../../../src/custom-pages/scoring/ScoringView.tsx';
import { SettingsPage } from '../../../../src/custom-pages/user/settings/SettingsPage.tsx';
import { dataProvider } from '../../../../src/dataProvider/index.ts';
import { Stand } from '../layout/frame.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  ['the settings', () => <SettingsPage />],
  ['the scoring of a voucher', () => <ScoringView voucherId={7} />],
])('%s: a first call that fails is told in its place, with a way on', async (_, page) => {
  vi.stubGlobal('fetch', async () => Response.json({ Message: 'Сервер занят', TraceId: 't' }, { status: 500 }));
  render(
    <Stand>
      <DataProviderContext.Provider value={dataProvider}>{page()}</DataProviderContext.Provider>
    </Stand>,
  );
  expect((await screen.findAllByRole('alert')).at(0)?.textContent).toContain('Сервер занят');
  expect(screen.getByRole('button', { name: 'Повторить' })).toBeTruthy();
});
