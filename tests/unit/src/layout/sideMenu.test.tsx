// @vitest-environment jsdom
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SidePanel } from '../../../../src/layout/frame/SidePanel.tsx';
import { readMinimised, useSideMenu } from '../../../../src/layout/frame/sideMenuState.ts';
import { MenuDrawer } from '../../../../src/layout/Layout.tsx';
import { SideMenu } from '../../../../src/layout/menu/SideMenu.tsx';
import { AppTheme } from '../../../../src/theme/AppTheme.tsx';
import { Stand } from './frame.tsx';

describe('side menu', () => {
  afterEach(cleanup);

  it.each([
    ['/cabinet/admin/companies/', 'Справочники и настройки'],
    ['/cabinet/admin/call-rules/3/', 'Справочники и настройки'],
    ['/cabinet/cards/12/', 'Ваучеры'],
    ['/cabinet/cards/list/', 'Список ваучеров'],
    ['/cabinet/accidents/opened/1/o', 'Новые убытки'],
  ])('%s marks the one line it stands under', (path, line) => {
    render(
      <Stand at={path}>
        <SideMenu />
      </Stand>,
    );
    expect(screen.getAllByRole('link', { current: 'page' }).map(({ textContent }) => textContent)).toEqual([line]);
  });
});

describe('side menu state', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    window.matchMedia = () => ({ matches: true, addEventListener: () => 0, removeEventListener: () => 0 }) as never;
    // biome-ignore lint/suspicious/noDocumentCookie: the test sets up what the browser would hold
    document.cookie = 'aside_toggle=; max-age=0; path=/';
  });
  afterEach(() => vi.useRealTimers());

  const aside = () => renderHook(useSideMenu, { wrapper: AppTheme }).result;

  describe('the aside', () => {
    it('keeps its state in the cookie', () => {
      // The cookie is for all pages, not only for those beside the one on which it was set.
      history.replaceState(null, '', '/cabinet/cards/list/');
      const state = aside();
      expect(state.current.open).toBe(true);
      act(() => state.current.toggle());
      expect(state.current.open).toBe(false);
      history.replaceState(null, '', '/user/');
      expect(document.cookie).toContain('aside_toggle=minimised');
      expect(readMinimised()).toBe(true);
      expect(aside().current.minimised).toBe(true);
    });

    it('is minimised between laptop and wide screens until it is opened, whatever the cookie says', () => {
      const matchMedia = window.matchMedia;
      window.matchMedia = query => ({ ...matchMedia(query), matches: false });
      const state = aside();
      expect(state.current.open).toBe(false);
      act(() => state.current.toggle());
      expect(state.current.open).toBe(true);
      act(() => state.current.toggle());
      expect(state.current.open).toBe(false);
      expect(readMinimised()).toBe(false);
    });

    it('opens 50 ms after the pointer came and closes 100 ms after it left', () => {
      const state = aside();
      act(() => state.current.toggle());
      act(() => state.current.hover(true));
      act(() => void vi.advanceTimersByTime(49));
      expect(state.current.open).toBe(false);
      act(() => void vi.advanceTimersByTime(1));
      expect(state.current.open).toBe(true);
      act(() => state.current.hover(false));
      act(() => void vi.advanceTimersByTime(99));
      expect(state.current.open).toBe(true);
      act(() => void vi.advanceTimersByTime(1));
      expect(state.current.open).toBe(false);
    });
  });
});

describe('menu drawer', () => {
  let wide = false;
  const listeners = new Set<() => void>();
  const becomes = (next: boolean) =>
    act(async () => {
      wide = next;
      for (const listener of listeners) listener();
    });
  beforeEach(() => {
    wide = false;
    vi.stubGlobal('matchMedia', () => ({
      get matches() {
        return wide;
      },
      addEventListener: (_: string, listener: () => void) => listeners.add(listener),
      removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
    }));
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  const Menu = () => {
    const [open, setOpen] = useState(true);
    return (
      <MenuDrawer side="left" title="Основное меню" open={open} onClose={() => setOpen(false)}>
        <a href="/">line</a>
      </MenuDrawer>
    );
  };

  describe('a menu behind a burger', () => {
    it('is a dialog with a name', () => {
      render(<Menu />, { wrapper: Stand });
      expect(screen.getByRole('dialog', { name: 'Основное меню' })).toBeTruthy();
    });

    it('closes when the screen becomes wide, gives the page back, and stays closed', async () => {
      render(<Menu />, { wrapper: Stand });
      expect(document.body.style.overflow).toBe('hidden');
      await becomes(true);
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(document.body.style.overflow).not.toBe('hidden');
      expect(document.querySelector('[aria-hidden=true]')).toBeNull();
      await becomes(false);
      expect(screen.queryByRole('dialog')).toBeNull();
    });
  });
});

describe('side panel', () => {
  afterEach(cleanup);

  const open = (wide: boolean) => {
    window.matchMedia = () => ({ matches: wide, addEventListener: () => 0, removeEventListener: () => 0 }) as never;
    render(
      <Stand>
        <SidePanel side="right" title="Чат" open isDockable onClose={() => undefined}>
          Клиент перезвонит
        </SidePanel>
      </Stand>,
    );
    const panel = screen.getByRole('dialog', { name: 'Чат' });
    return { isModal: panel.getAttribute('aria-modal'), dims: document.querySelector('.MuiBackdrop-root') !== null };
  };

  it('a panel beside the page dims nothing where there is room, so that the case it is about can be read', () => {
    expect(open(true)).toEqual({ isModal: null, dims: false });
  });

  it('lies over the page of a phone, which waits behind it', () => {
    expect(open(false)).toEqual({ isModal: 'true', dims: true });
  });
});
