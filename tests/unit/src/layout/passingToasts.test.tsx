// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ToastStack } from '../../../../src/feedback/ToastStack.tsx';
import { closeAllToasts, showToast } from '../../../../src/feedback/toasts.ts';
import { AppTheme } from '../../../../src/theme/AppTheme.tsx';

afterEach(() => {
  cleanup();
  closeAllToasts();
  vi.useRealTimers();
});

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it('a passing toast does not go while the pointer or the focus is on it', () => {
  vi.useFakeTimers();
  showToast({ kind: 'success', heading: 'Сохранено', undoable: () => undefined });
  render(
    <AppTheme>
      <ToastStack />
    </AppTheme>,
  );
  const toast = screen.getByRole('alert');
  wait(4000);
  fireEvent.mouseEnter(toast);
  wait(60_000);
  fireEvent.focus(screen.getByRole('button'));
  fireEvent.mouseLeave(toast);
  wait(60_000);
  expect(screen.queryByText('Сохранено')).toBeTruthy();
  fireEvent.blur(screen.getByRole('button'));
  wait(6000);
  expect(screen.queryByText('Сохранено')).toBeNull();
});
