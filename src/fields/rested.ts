import { useEffect, useState } from 'react';

const typingPauseMs = 250;

/** Text as it stands once the typing rests, without blanks around it. */
export const useRested = (text: string): string => {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text.trim()), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
};
