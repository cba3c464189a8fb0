// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveToken } from '../../../../src/api/token.ts';
import { ToastStack } from '../../../../src/feedback/ToastStack.tsx';
import { closeAllToasts } from '../../../../src/feedback/toasts.ts';
import { KeySection } from '../../../../src/layout/profile/KeySection.tsx';
import { Stand } from './frame.tsx';

const show = () =>
  render(
    <Stand>
      <KeySection />
      <ToastStack />
    </Stand>,
  );
const heading = () => screen.getByRole('button', { name: 'Ключ интеграции' });
const button = (name: string) => screen.getByRole('button', { name });
const keyText = () => document.querySelector('[data-key-text]')?.textContent;

beforeEach(() => {
  localStorage.clear();
  closeAllToasts();
  saveToken({ Token: 'secret-token', ExpiresAt: '' }, true);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the integration key', () => {
  it('is folded until opened, and stays as it was left', async () => {
    show();
    expect(heading().getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(heading());
    expect(heading().getAttribute('aria-expanded')).toBe('true');
    cleanup();
    show();
    expect(heading().getAttribute('aria-expanded')).toBe('true');
    fireEvent.click(heading());
    cleanup();
    show();
    expect(heading().getAttribute('aria-expanded')).toBe('false');
  });

  it('slides open and shut in the 300 ms of the specification', async () => {
    vi.useFakeTimers();
    show();
    fireEvent.click(heading());
    act(() => void vi.advanceTimersByTime(300));
    fireEvent.click(heading());
    act(() => void vi.advanceTimersByTime(299));
    expect(keyText()).toBeDefined();
    act(() => void vi.advanceTimersByTime(1));
    expect(keyText()).toBeUndefined();
  });

  it('is masked, shown by "Показать ключ" and hidden by "Скрыть ключ"', () => {
    show();
    fireEvent.click(heading());
    expect(keyText()).toMatch(/^•+$/);
    fireEvent.click(button('Показать ключ'));
    expect(keyText()).toBe('secret-token');
    fireEvent.click(button('Скрыть ключ'));
    expect(keyText()).toMatch(/^•+$/);
  });

  it('has tooltips that say so', async () => {
    show();
    fireEvent.click(heading());
    for (const name of ['Показать ключ', 'Копировать ключ', 'Скрыть ключ']) {
      if (name === 'Скрыть ключ') fireEvent.click(button('Показать ключ'));
      fireEvent.mouseOver(button(name));
      await waitFor(() => expect(screen.getByRole('tooltip').textContent).toBe(name));
      fireEvent.mouseLeave(button(name));
      await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
    }
  });

  it('is copied with the toast "Ключ скопирован в буфер обмена"', async () => {
    const writeText = vi.fn(async () => undefined);
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    show();
    fireEvent.click(heading());
    fireEvent.click(button('Копировать ключ'));
    await waitFor(() => expect(screen.getByText('Ключ скопирован в буфер обмена')).toBeTruthy());
    expect(writeText).toHaveBeenCalledWith('secret-token');
  });

  it('is copied by a selection where there is no clipboard, and shown where that fails too', async () => {
    vi.stubGlobal('navigator', {});
    let copied = '';
    document.execCommand = vi.fn(() => {
      copied = document.querySelector('textarea')?.value ?? '';
      return true;
    });
    show();
    fireEvent.click(heading());
    fireEvent.click(button('Копировать ключ'));
    await waitFor(() => expect(screen.getByText('Ключ скопирован в буфер обмена')).toBeTruthy());
    expect(copied).toBe('secret-token');
    expect(document.querySelector('textarea')).toBeNull();

    document.execCommand = vi.fn(() => false);
    fireEvent.click(button('Копировать ключ'));
    await waitFor(() => expect(keyText()).toBe('secret-token'));
  });
});
