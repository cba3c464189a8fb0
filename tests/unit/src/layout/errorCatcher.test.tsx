// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ErrorCatcher } from '../../../../src/feedback/ErrorCatcher.tsx';
import { ChunkError } from '../../../../src/fetchChunk.ts';
import { wholeStyleOf } from '../../../support/page.ts';
import { Stand } from './frame.tsx';

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
    expect(screen.getByRole('button', { name: 'Перезагрузить страницу' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'На рабочий стол' }).getAttribute('href')).toBe('/cabinet/dashboard/');
  });

  it('says that a part is missing when it is', () => {
    breakWith(new ChunkError('x', { isGone: true }));
    expect(screen.getByText(/Часть программы не загрузилась/)).toBeTruthy();
  });
});
