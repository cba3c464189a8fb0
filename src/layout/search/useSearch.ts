import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';

const restMs = 120;
const perGroup = 5;
/** Longer texts are not searched: no number or name is that long. */
export const longestQuery = 200;

/** The text, debounced; an empty one counts at once. */
const useRested = (text: string): string => {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    if (text === '') setRested('');
    const timer = setTimeout(() => setRested(text), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : rested;
};

/** Search results. During a new request the last ones stay, and the previous request is cancelled. */
export const useSearch = (text: string) => {
  const q = useRested(text.trim());
  const query = useQuery({
    queryKey: ['search', q],
    queryFn: ({ signal }) => api('GET /api/v3/search')({ query: { q, limit: perGroup }, signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    // Records change: a cached response is shown at once and refetched.
    gcTime: 60_000,
  });
  const groups = q === '' || query.isError ? [] : (query.data?.Groups ?? []);
  return {
    groups,
    /** The query of the results; empty before the first. */
    asked: q,
    pending: text.trim() !== '' && (text.trim() !== q || query.isFetching),
    answered: q !== '' && query.isSuccess && !query.isPlaceholderData,
    failed: q !== '' && query.isError ? query.error : undefined,
    retry: () => void query.refetch(),
  };
};
