import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { loadingChunkCount } from '../../fetchChunk.ts';

const pollIntervalMs = 100;

/**
 * Returns true once the first page has loaded and nothing has been loading for `quietMs`. Less urgent scripts load
 * after that, so that they never delay the page.
 */
export const usePageSettled = (quietMs = 1200): boolean => {
  const client = useQueryClient();
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    let quietPolls = -1;
    const timer = setInterval(() => {
      const isBusy =
        loadingChunkCount() > 0 || client.isFetching() > 0 || Number(document.documentElement.dataset.loading) > 0;
      quietPolls = isBusy ? -1 : quietPolls + 1;
      if (quietPolls < 0 || quietPolls * pollIntervalMs < quietMs) return;
      clearInterval(timer);
      setSettled(true);
    }, pollIntervalMs);
    return () => clearInterval(timer);
  }, [client, quietMs]);
  return settled;
};
