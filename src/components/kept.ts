import { useState } from 'react';

/** A switch that stays as it was left, in this browser. */
export const useKeptSwitch = (key: string, otherwise: boolean): readonly [boolean, (next: boolean) => void] => {
  const [on, setOn] = useState(() => {
    const kept = localStorage.getItem(key);
    return kept === null ? otherwise : kept === 'open';
  });
  const set = (next: boolean) => {
    localStorage.setItem(key, next ? 'open' : 'closed');
    setOn(next);
  };
  return [on, set];
};
