// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useDraft } from '../../../../src/fields/draft.ts';

beforeEach(() => {
  vi.useFakeTimers();
  window.history.replaceState(null, '', '/cabinet/things/');
});
afterEach(() => vi.useRealTimers());

it('a typed text is in force after a pause, but not once its page is left', () => {
  const commit = vi.fn();
  const { result } = renderHook(() => useDraft('', commit));
  const type = (text: string) => act(() => result.current.change(text));
  type('first');
  act(() => vi.runAllTimers());
  expect(commit.mock.calls.map(([text]) => text)).toEqual(['first']);

  type('second');
  window.history.pushState(null, '', '/cabinet/things/1/');
  act(() => vi.runAllTimers());
  expect(commit).toHaveBeenCalledTimes(1);
});
