// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazyComponent } from '../../../../src/feedback/LazyBoundary.tsx';
import { openTexts } from '../../../../src/i18n/store.ts';
import { TextsProvider } from '../../../../src/i18n/TextsProvider.tsx';
import { AppTheme } from '../../../../src/theme/AppTheme.tsx';

// jsdom has no matchMedia, which the start reads when it loads.
vi.stubGlobal('matchMedia', () => ({ matches: false }));
const { SignInOrApp } = await import('../../../../src/app/Start.tsx');
vi.unstubAllGlobals();

const app = lazyComponent('App', async () => ({ App: () => <p>The app</p> }));

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal('fetch', async () => Response.json({ Registration: true, Reset: true }));
  await openTexts('first');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const openAt = (path: string) => {
  window.history.replaceState(null, '', path);
  render(
    <AppTheme>
      <TextsProvider>
        <SignInOrApp app={app} />
      </TextsProvider>
    </AppTheme>,
  );
};
const heading = (name: string) => screen.findByRole('heading', { name, level: 1 });

it.each([
  ['/auth/login', 'Вход в кабинет', 'Вход'],
  ['/auth/register/', 'Регистрация', 'Регистрация'],
  ['/auth/forgot', 'Восстановление доступа', 'Восстановление доступа'],
  ['/auth/reset/#token', 'Новый пароль', 'Новый пароль'],
  ['/auth/nowhere', 'Страница не найдена', 'Страница не найдена'],
  ['/auth/', 'Страница не найдена', 'Страница не найдена'],
])('%s has its heading and the title of the route table', async (path, title, tab) => {
  openAt(path);
  await heading(title);
  expect(document.title).toBe(`${tab} · Drivedesk`);
  expect(window.location.pathname).toBe(path.replace('#token', ''));
});

it('says which address leads nowhere, with the way to signing in', async () => {
  openAt('/auth/nowhere');
  await screen.findByText(/«\/auth\/nowhere» никуда не ведёт/);
  expect(screen.getByRole('link', { name: 'Вернуться ко входу' }).getAttribute('href')).toBe('/auth/login/');
});

it.each(['/login', '/cabinet/cards/list/'])('leads who has not signed in from %s to the sign-in page', async path => {
  openAt(path);
  await heading('Вход в кабинет');
  expect(window.location.pathname).toBe('/auth/login/');
  expect(sessionStorage.getItem('lastLocation')).toBe(path === '/login' ? null : path);
});
