import { useEffect, useState } from 'react';

const typingPauseMs = 250;

/** Returns the debounced text without outer spaces. */
export const useRested = (text: string): string => {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text.trim()), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
};
