// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, OfflineError } from '../../../../src/api/client.ts';
import { readToken, saveToken } from '../../../../src/api/token.ts';
import { handleFailure } from '../../../../src/feedback/failures.ts';
import { ToastStack } from '../../../../src/feedback/ToastStack.tsx';
import { closeAllToasts, showToast } from '../../../../src/feedback/toasts.ts';
import { AppTheme } from '../../../../src/theme/AppTheme.tsx';

const failure = (status: number, Message: string) => new ApiError(status, { Message, TraceId: 't' });
const show = () =>
  render(
    <AppTheme>
      <ToastStack />
    </AppTheme>,
  );

beforeEach(closeAllToasts);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('the error toast', () => {
  it("has the server's Message as heading and its status under it", () => {
    handleFailure(failure(500, 'База не отвечает'));
    show();
    expect(screen.getByRole('alert').textContent).toContain('База не отвечает');
    expect(screen.getByRole('alert').className).toContain('MuiAlert-colorError');
    expect(screen.getByText('Server respond with status "500"')).toBeTruthy();
  });

  it('never stacks the same failure, and stays until it is closed', () => {
    showToast({ kind: 'error', heading: 'Занято' });
    handleFailure(failure(409, 'Занято'));
    handleFailure(failure(409, 'Занято'));
    // Fake timers start before the toast is drawn, because the test must be able to advance the toast's timer.
    vi.useFakeTimers();
    show();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(screen.getByText('Server respond with status "409"')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(60 * 60_000));
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    fireEvent.click(screen.getByRole('button'));
    expect(screen.queryAllByRole('alert')).toHaveLength(0);
  });

  it('shows the same words with another status as another failure', () => {
    handleFailure(failure(500, 'Попробуйте позже'));
    handleFailure(failure(503, 'Попробуйте позже'));
    show();
    expect(screen.getAllByText('Попробуйте позже')).toHaveLength(2);
    expect(screen.getByText('Server respond with status "503"')).toBeTruthy();
  });

  it('says nothing when the answer cannot be read, or none came', () => {
    handleFailure(new ApiError(502, undefined));
    handleFailure(new OfflineError('x'));
    show();
    expect(screen.queryAllByRole('alert')).toHaveLength(0);
  });

  it('ends the session at 401', () => {
    saveToken({ Token: 'a', ExpiresAt: '' }, false);
    handleFailure(failure(401, 'Сеанс завершён'));
    expect(readToken()).toBeUndefined();
  });
});

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it('a passing toast does not go while the pointer or the focus is on it', () => {
  vi.useFakeTimers();
  showToast({ kind: 'success', heading: 'Сохранено', undoable: () => undefined });
  show();
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
