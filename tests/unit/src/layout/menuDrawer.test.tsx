// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MenuDrawer } from '../../../../src/layout/frame/MenuDrawer.tsx';
import { Stand } from './frame.tsx';

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
