import { useState } from 'react';

/** Returns a boolean and its setter. The boolean is stored in this browser and survives a reload. */
export const usePersistedSwitch = (key: string, defaultValue: boolean): readonly [boolean, (next: boolean) => void] => {
  const [on, setOn] = useState(() => {
    const stored = localStorage.getItem(key);
    return stored === null ? defaultValue : stored === 'open';
  });
  const set = (next: boolean) => {
    localStorage.setItem(key, next ? 'open' : 'closed');
    setOn(next);
  };
  return [on, set];
};
