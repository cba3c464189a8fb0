import { type RefObject, useEffect, useState } from 'react';

const nearPx = 48;

/** Keeps a scroller at its end, unless the reader has scrolled up. */
export const useStickToEnd = (scroller: RefObject<HTMLElement | null>, last: unknown, isMine: boolean) => {
  const [atEnd, setAtEnd] = useState(true);
  const toEnd = () => {
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
    setAtEnd(true);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls for new messages, not for older ones
  useEffect(() => {
    if (atEnd || isMine) toEnd();
  }, [last]);
  const onScroll = () => {
    const element = scroller.current;
    if (element) setAtEnd(element.scrollHeight - element.scrollTop - element.clientHeight < nearPx);
  };
  return { atEnd, toEnd, onScroll };
};
