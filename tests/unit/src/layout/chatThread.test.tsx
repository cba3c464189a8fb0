// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useStickToEnd } from '../../../../src/layout/chat/ChatPanel.tsx';

const heightPx = { clientHeight: 200, scrollHeight: 1000 };

it('a new message comes into sight at the end of a thread; who reads further up is left there', () => {
  const scrollTo = vi.fn();
  const element = { ...heightPx, scrollTop: 800, scrollTo };
  const scroller = { current: element as unknown as HTMLElement };
  const { result, rerender } = renderHook(({ last, own }) => useStickToEnd(scroller, last, own), {
    initialProps: { last: 1, own: false },
  });
  rerender({ last: 2, own: false });
  expect(scrollTo).toHaveBeenCalledTimes(2);
  element.scrollTop = 100;
  act(() => result.current.onScroll());
  rerender({ last: 3, own: false });
  expect(scrollTo).toHaveBeenCalledTimes(2);
  expect(result.current.atEnd).toBe(false);
  // The user's own message scrolls to the end.
  rerender({ last: 4, own: true });
  expect(scrollTo).toHaveBeenCalledTimes(3);
  expect(result.current.atEnd).toBe(true);
});
