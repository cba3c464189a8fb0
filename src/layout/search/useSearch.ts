import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';

const restMs = 120;
const perGroup = 5;
/** Longer than this nothing is asked for: no number or name is. */
export const longestQuery = 200;

/** The text once typing has rested for a moment. An empty one counts at once. */
const useRested = (text: string): string => {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    if (text === '') setRested('');
    const timer = setTimeout(() => setRested(text), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : rested;
};

/**
 * What is found for what is typed. While a new question is on its way the last answer stays, the question before is
 * called off.
 */
export const useSearch = (text: string) => {
  const q = useRested(text.trim());
  const query = useQuery({
    queryKey: ['search', q],
    queryFn: ({ signal }) => api('GET /api/v3/search', { query: { q, limit: perGroup }, signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    // Records change: an answer of before is shown at once, and asked for again.
    staleTime: 0,
    gcTime: 60_000,
  });
  const groups = q === '' || query.isError ? [] : (query.data?.Groups ?? []);
  return {
    groups,
    /** What the answer is to; empty before the first. */
    asked: q,
    pending: text.trim() !== '' && (text.trim() !== q || query.isFetching),
    answered: q !== '' && query.isSuccess && !query.isPlaceholderData,
    failed: q !== '' && query.isError ? query.error : undefined,
    retry: () => void query.refetch(),
  };
};
