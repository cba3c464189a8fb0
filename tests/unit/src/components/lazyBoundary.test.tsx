// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderChunkFailure } from '../../../../src/feedback/ChunkMissing.tsx';
import { LazyBoundary, lazyComponent } from '../../../../src/feedback/LazyBoundary.tsx';
import { Toasts } from '../../../../src/feedback/Toasts.tsx';
import { closeAllToasts } from '../../../../src/feedback/toasts.ts';
import { ChunkError } from '../../../../src/fetchChunk.ts';
import { openTexts } from '../../../../src/i18n/store.ts';
import { Stand } from '../layout/frame.tsx';

const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /static/js/a.js'));

beforeAll(() => openTexts('whole'));
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => {
  cleanup();
  closeAllToasts();
  vi.restoreAllMocks();
});

describe('a part of a page that does not come', () => {
  it('says so in its place, and what was typed beside it stays', async () => {
    const Part = lazyComponent('Part', missing as () => Promise<{ Part: () => null }>);
    const { container } = render(
      <Stand>
        <input aria-label="note" />
        <LazyBoundary waiting="…">
          <Part />
        </LazyBoundary>
      </Stand>,
    );
    const note = container.querySelector('input') as HTMLInputElement;
    note.value = 'typed';
    expect((await screen.findByRole('alert')).textContent).toContain('Часть программы не загрузилась');
    expect(screen.getByRole('button', { name: 'Перезагрузить страницу' })).toBeTruthy();
    expect(container.querySelector('input')).toBe(note);
    expect(note.value).toBe('typed');
  });

  it('is told by a message where it has no room of its own; a message that cannot be drawn takes nothing with it', async () => {
    const Part = lazyComponent('Part', missing as () => Promise<{ Part: () => null }>);
    render(
      <Stand>
        <p>page</p>
        <LazyBoundary failed={renderChunkFailure}>
          <Part />
        </LazyBoundary>
        <Toasts />
      </Stand>,
    );
    expect((await screen.findByRole('alert')).textContent).toContain('Часть программы не загрузилась');
    expect(screen.getByText('page')).toBeTruthy();
  });

  it('speaks of a new version only where the file is gone: anything else has the words of the specification', async () => {
    const Throws = () => {
      throw new Error('Cannot read properties of undefined');
    };
    const NotServed = () => {
      throw new ChunkError('A part of the page did not load');
    };
    for (const Part of [Throws, NotServed]) {
      render(
        <Stand>
          <LazyBoundary>
            <Part />
          </LazyBoundary>
          <LazyBoundary failed={renderChunkFailure}>
            <Part />
          </LazyBoundary>
          <Toasts />
        </Stand>,
      );
      await vi.waitFor(() =>
        expect(screen.getAllByText(/Something went wrong. Try later or reload the page/)).toHaveLength(2),
      );
      expect(screen.queryByText(/новая версия/)).toBeNull();
      cleanup();
      closeAllToasts();
    }
  });
});
