// @vitest-environment jsdom

import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { CoreAdminContext } from 'react-admin';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasUnsaved } from '../../../../src/api/unsaved.ts';
import { MuiLocale } from '../../../../src/app/MuiLocale.tsx';
import { useRefetchAfterOutage } from '../../../../src/app/SessionEffects.tsx';
import { config } from '../../../../src/config.ts';
import { ErrorCatcher } from '../../../../src/feedback/ErrorFallback.tsx';
import { ChunkError } from '../../../../src/fetchChunk.ts';
import { openTexts, setLanguage } from '../../../../src/i18n/store.ts';
import { countVisit, Layout } from '../../../../src/layout/Layout.tsx';
import { usePages } from '../../../../src/layout/search/SearchPanel.tsx';
import { setConnectionPhase } from '../../../../src/live/store.ts';
import { LeaveGuard } from '../../../../src/screens/LeaveGuard.tsx';
import { AppTheme } from '../../../../src/theme/AppTheme.tsx';
import { wholeStyleOf } from '../../../support/page.ts';
import { Stand } from './frame.tsx';

describe('blank', () => {
  beforeAll(() => {
    Object.assign(config.layout, { blank: true });
    return openTexts('whole');
  });
  afterAll(() => void Object.assign(config.layout, { blank: false }));
  afterEach(cleanup);

  it('has the page and no menus', () => {
    render(
      <Stand at="/cabinet/dashboard/">
        <CoreAdminContext>
          <Layout>
            <p>the page</p>
          </Layout>
        </CoreAdminContext>
      </Stand>,
    );
    expect(screen.getByRole('main').textContent).toBe('the page');
    expect(screen.queryByRole('banner')).toBeNull();
    expect(screen.queryAllByRole('navigation')).toEqual([]);
  });
});

describe('error catcher', () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });

  const breakWith = (error: Error) => {
    const Broken = () => {
      throw error;
    };
    render(
      <Stand>
        <ErrorCatcher>
          <Broken />
        </ErrorCatcher>
      </Stand>,
    );
  };

  describe('a render error', () => {
    it('is a red alert "Something went wrong. Try later or reload the page" with ways back', () => {
      breakWith(new Error('x'));
      const alert = screen.getByRole('alert');
      expect(alert.textContent).toBe('Something went wrong. Try later or reload the page');
      // Error colour of the light theme.
      expect(wholeStyleOf.get?.(alert).color).toBe('rgb(193, 46, 46)');
      const reload = vi.fn();
      vi.stubGlobal('location', { ...window.location, reload });
      fireEvent.click(screen.getByRole('button', { name: 'Перезагрузить страницу' }));
      vi.unstubAllGlobals();
      expect(reload).toHaveBeenCalledOnce();
      expect(screen.getByRole('link', { name: 'На рабочий стол' }).getAttribute('href')).toBe('/cabinet/dashboard/');
    });

    it('says that a part is missing when it is', () => {
      breakWith(new ChunkError('x', { isGone: true }));
      expect(screen.getByText(/Часть программы не загрузилась/)).toBeTruthy();
    });
  });
});

describe('leave guard', () => {
  afterEach(cleanup);

  const standAt = (path: string, placeOf?: (pathname: string) => string | undefined) => {
    const guard = placeOf ? <LeaveGuard isDirty formPathOf={placeOf} /> : <LeaveGuard isDirty />;
    const router = createMemoryRouter([{ path: '*', element: guard }], { initialEntries: [path] });
    render(
      <Stand bare>
        <RouterProvider router={router} />
      </Stand>,
    );
    return (to: string) => act(() => router.navigate(to));
  };

  describe('a form with changes', () => {
    it('counts as unsaved input while it is open', () => {
      standAt('/a');
      expect(hasUnsaved()).toBe(true);
      cleanup();
      expect(hasUnsaved()).toBe(false);
    });

    it('is not left without a question', async () => {
      const go = standAt('/a');
      await go('/b');
      expect(screen.getByRole('dialog')).toBeTruthy();
    });

    it('is not left by what changes beside its own place in the address', async () => {
      const go = standAt('/opened/1', path => path.split('/')[2]);
      await go('/closed/1');
      expect(screen.queryByRole('dialog')).toBeNull();
      await go('/closed/2');
      expect(screen.getByRole('dialog')).toBeTruthy();
    });
  });
});

it('what failed while the stream was cut is asked for again when it comes, and not before', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const ask = vi
    .fn()
    .mockRejectedValueOnce(new Error('500'))
    .mockRejectedValueOnce(new Error('503'))
    .mockResolvedValue('rows');
  setConnectionPhase('off');
  await client.fetchQuery({ queryKey: ['list'], queryFn: ask }).catch(() => {});
  renderHook(useRefetchAfterOutage, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  act(() => setConnectionPhase('live'));
  expect(ask).toHaveBeenCalledTimes(1);
  act(() => setConnectionPhase('lost'));
  await client.fetchQuery({ queryKey: ['list'], queryFn: ask }).catch(() => {});
  expect(ask).toHaveBeenCalledTimes(2);
  act(() => setConnectionPhase('live'));
  await vi.waitFor(() => expect(client.getQueryData(['list'])).toBe('rows'));
});

describe('mui locale', () => {
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
    const names = () =>
      screen.getAllByRole('button', { hidden: true }).map(button => button.getAttribute('aria-label'));
    expect(names()).toEqual(['Очистить', 'Открыть']);
    const field = screen.getByRole('combobox');
    await act(() => setLanguage('en'));
    expect(names()).toEqual(['Clear', 'Open']);
    expect(screen.getByRole('combobox')).toBe(field);
  });
});

describe('search pages', () => {
  afterEach(cleanup);

  const Found = ({ text }: { text: string }) =>
    usePages(text).map(({ Path, Title }) => <p key={Path}>{`${Title} ${Path}`}</p>);

  it('finds the scores by their name, although their list is called as that of vouchers is', () => {
    const { rerender } = render(<Found text="скор" />, { wrapper: Stand });
    screen.getByText('Скоринг /cabinet/scoring/');
    rerender(<Found text="список вауч" />);
    screen.getByText('Список ваучеров /cabinet/cards/list/');
  });

  it('finds a page by what it is for, after the pages with the words in their title', () => {
    const { rerender } = render(<Found text="не звонить" />, { wrapper: Stand });
    screen.getByText('Правила звонков /cabinet/admin/call-rules/');
    rerender(<Found text="клиент" />);
    expect(screen.getAllByText(/cabinet/)[0]?.textContent).toBe('Клиенты /cabinet/users/clients/');
  });
});

describe('visit counter', () => {
  const asked = vi.fn(async (..._: [string, RequestInit]) => new Response());
  const page = { path: '/cabinet/accidents/:status/:id/:objectId', title: 'accident' };

  beforeEach(() => {
    asked.mockClear();
    vi.stubGlobal('fetch', asked);
  });
  afterEach(() => vi.unstubAllGlobals());

  describe('the web analytics counter', () => {
    it('is off without an id', () => {
      countVisit({ id: '', url: '/counter' }, page);
      countVisit({ id: '3', url: '' }, page);
      expect(asked).not.toHaveBeenCalled();
    });

    it('sends which kind of page was opened and nothing that leads back to a person', () => {
      countVisit({ id: '3', url: '/counter' }, page);
      const [address = '', how] = asked.mock.calls[0] ?? [];
      const query = new URL(address, 'http://x').searchParams;
      expect([query.get('idsite'), query.get('action_name')]).toEqual(['3', 'accident']);
      expect([query.get('rec'), query.get('cookie'), query.get('send_image')]).toEqual(['1', '0', '0']);
      expect(query.get('url')).toBe(`${window.location.origin}${page.path}`);
      expect([...query.keys()].sort()).toEqual(['action_name', 'cookie', 'idsite', 'rand', 'rec', 'send_image', 'url']);
      expect(how).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
    });

    it.each([{ doNotTrack: '1' }, { globalPrivacyControl: true }])('honours %o', wish => {
      vi.stubGlobal('navigator', wish);
      countVisit({ id: '3', url: '/counter' }, page);
      expect(asked).not.toHaveBeenCalled();
    });
  });
});
