import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { partsOnTheWay } from '../../fetchPart.ts';

const lookEveryMs = 300;
/** How often in a row nothing may be on the way before the page counts as there. */
const quietLooks = 4;

/** True once the first page stands: what can wait is fetched after that, so that it never delays what was asked for. */
export const useSettled = (): boolean => {
  const client = useQueryClient();
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    let quiet = 0;
    const timer = setInterval(() => {
      const busy =
        partsOnTheWay() > 0 || client.isFetching() > 0 || Number(document.documentElement.dataset.loading) > 0;
      quiet = busy ? 0 : quiet + 1;
      if (quiet < quietLooks) return;
      clearInterval(timer);
      setSettled(true);
    }, lookEveryMs);
    return () => clearInterval(timer);
  }, [client]);
  return settled;
};
