// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readMinimised, useSideMenu } from '../../../../src/layout/frame/sideMenuState.ts';
import { AppTheme } from '../../../../src/theme/AppTheme.tsx';

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
    const state = aside();
    expect(state.current.open).toBe(true);
    act(() => state.current.toggle());
    expect(state.current.open).toBe(false);
    expect(document.cookie).toContain('aside_toggle=minimised');
    expect(readMinimised()).toBe(true);
    expect(aside().current.minimised).toBe(true);
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
