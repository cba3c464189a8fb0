import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { chunksUnderWay } from '../../fetchChunk.ts';

const lookEveryMs = 100;

/**
 * Returns true once the first page has loaded and nothing has been loading for `quietMs`. Other scripts load after
 * that, so that they never delay the page.
 */
export const usePageSettled = (quietMs = 1200): boolean => {
  const client = useQueryClient();
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    let quiet = -1;
    const timer = setInterval(() => {
      const busy =
        chunksUnderWay() > 0 || client.isFetching() > 0 || Number(document.documentElement.dataset.loading) > 0;
      quiet = busy ? -1 : quiet + 1;
      if (quiet < 0 || quiet * lookEveryMs < quietMs) return;
      clearInterval(timer);
      setSettled(true);
    }, lookEveryMs);
    return () => clearInterval(timer);
  }, [client, quietMs]);
  return settled;
};
