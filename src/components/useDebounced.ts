import { useEffect, useState } from 'react';

/** Returns the text once it has not changed for `delayMs`. An empty text is returned at once. */
export const useDebounced = (text: string, delayMs = 250): string => {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    if (text === '') setDebounced('');
    const timer = setTimeout(() => setDebounced(text), delayMs);
    return () => clearTimeout(timer);
  }, [text, delayMs]);
  return text === '' ? '' : debounced;
};
