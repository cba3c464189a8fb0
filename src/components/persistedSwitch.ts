import { useState } from 'react';

/** Returns a boolean that is stored in this browser, and its setter. */
export const usePersistedSwitch = (key: string, otherwise: boolean): readonly [boolean, (next: boolean) => void] => {
  const [on, setOn] = useState(() => {
    const stored = localStorage.getItem(key);
    return stored === null ? otherwise : stored === 'open';
  });
  const set = (next: boolean) => {
    localStorage.setItem(key, next ? 'open' : 'closed');
    setOn(next);
  };
  return [on, set];
};
