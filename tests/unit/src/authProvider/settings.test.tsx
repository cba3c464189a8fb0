// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useFollowSettings } from '../../../../src/app/SessionEffects.tsx';
import { settingsQuery } from '../../../../src/authProvider/settings.ts';
import type { SettingsUpdate } from '../../../../src/contract/shapes/account.ts';
import { mode, saveMode } from '../../../../src/settings/mode.ts';
import { announceChoice } from '../../../../src/settings/persisted.ts';

interface Asked {
  readonly body: SettingsUpdate;
  readonly answer: (status?: number) => void;
}
const asked: Asked[] = [];
const saved = { Locale: 'ru', Theme: 'light', Density: 'comfortable', TimeZone: '', StartPage: '', Notifications: {} };

beforeEach(() => {
  asked.length = 0;
  localStorage.clear();
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body ?? '{}'));
    return new Promise(done =>
      asked.push({
        body,
        answer: (status = 200) => done(Response.json({ ...saved, ...body, Chosen: Object.keys(body) }, { status })),
      }),
    );
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const start = () => {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  client.setQueryData(settingsQuery.queryKey, { ...saved, Chosen: [] } as never);
  const wrapper = ({ children }: { children: React.ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  renderHook(useFollowSettings, { wrapper });
  return client;
};
const settled = () => new Promise(done => setTimeout(done, 50));

it('two quick choices: the server hears the last one last, and no earlier answer undoes it here', async () => {
  start();
  saveMode('dark');
  saveMode('light');
  await waitFor(() => expect(asked).toHaveLength(1));
  await settled();
  expect(asked).toHaveLength(1);
  asked[0]?.answer();
  await waitFor(() => expect(asked.map(({ body }) => body.Theme)).toEqual(['dark', 'light']));
  await settled();
  expect(mode.read()).toBe('light');
  asked[1]?.answer();
  await settled();
  expect(mode.read()).toBe('light');
});

it('a choice the server refuses goes back to what it was', async () => {
  start();
  announceChoice({ Theme: 'dark' });
  await waitFor(() => expect(mode.read()).toBe('dark'));
  await waitFor(() => expect(asked).toHaveLength(1));
  asked[0]?.answer(500);
  // The settings are requested again.
  await waitFor(() => expect(asked).toHaveLength(2));
});

it('what the server had before a choice reached it does not undo the choice', async () => {
  const client = start();
  saveMode('dark');
  await waitFor(() => expect(asked).toHaveLength(1));
  client.setQueryData(settingsQuery.queryKey, { ...saved, Chosen: ['Theme'] } as never);
  await settled();
  expect(mode.read()).toBe('dark');
  asked[0]?.answer();
  await settled();
  expect(mode.read()).toBe('dark');
});
