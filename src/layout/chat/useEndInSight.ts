import { type RefObject, useEffect, useState } from 'react';

const nearPx = 48;

/** Keeps the end of what scrolls in sight while it is looked at; who reads further up is left there. */
export const useEndInSight = (scroller: RefObject<HTMLElement | null>, last: unknown, isMine: boolean) => {
  const [atEnd, setAtEnd] = useState(true);
  const toEnd = () => {
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
    setAtEnd(true);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is brought into sight, earlier ones are not
  useEffect(() => {
    if (atEnd || isMine) toEnd();
  }, [last]);
  const onScroll = () => {
    const element = scroller.current;
    if (element) setAtEnd(element.scrollHeight - element.scrollTop - element.clientHeight < nearPx);
  };
  return { atEnd, toEnd, onScroll };
};
