// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readMinimised, useSideMenu } from '../../../../src/layout/frame/sideMenuState.ts';
import { Aside } from '../../../../src/layout/Layout.tsx';
import { Stand } from './frame.tsx';

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: the test sets up what the browser would hold
  document.cookie = 'aside_toggle=minimised; path=/';
  // A wide window, because a narrower one folds the menu whatever is stored.
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: true,
    media,
    addEventListener() {},
    removeEventListener() {},
  }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const Stood = () => <Aside {...useSideMenu()} />;
const show = () =>
  render(
    <Stand at="/cabinet/dashboard/">
      <Stood />
      <a href="#page">page</a>
    </Stand>,
  );
const settle = () => act(() => new Promise(resolve => setTimeout(resolve, 250)));
const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
const isOpen = () => screen.queryByRole('link', { name: 'Мини-убытки' }) !== null;

it('is expanded and minimised by the keyboard, and the focus stays on the button', async () => {
  show();
  await userEvent.tab();
  expect(focused()).toBe('Drivedesk');
  await userEvent.tab();
  expect(focused()).toBe('Закрепить меню');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect([readMinimised(), isOpen(), focused()]).toEqual([false, true, 'Свернуть меню']));
  // A timer that opens or closes the menu by mistake would have run by now.
  await settle();
  expect(isOpen()).toBe(true);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect([readMinimised(), isOpen(), focused()]).toEqual([true, false, 'Закрепить меню']));
});

it('opens while the keyboard walks it, back to the button too, and closes behind', async () => {
  show();
  screen.getByRole('link', { name: 'page' }).focus();
  await userEvent.tab({ shift: true });
  await waitFor(() => expect(isOpen()).toBe(true));
  screen.getByRole('link', { name: 'Рабочий стол' }).focus();
  await userEvent.tab({ shift: true });
  await settle();
  expect([isOpen(), focused()]).toEqual([true, 'Закрепить меню']);
  screen.getByRole('link', { name: 'page' }).focus();
  await waitFor(() => expect(isOpen()).toBe(false));
});
