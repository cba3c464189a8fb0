import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useDebounced } from '../../components/useDebounced.ts';
import { searchMaxLength } from '../../contract/limits.ts';

const typingPauseMs = 120;
const perGroup = 5;

/** Query of the search. During a new request the previous results stay, and the previous request is cancelled. */
export const useSearch = (text: string) => {
  const trimmed = text.trim();
  const isTooLong = trimmed.length > searchMaxLength;
  const q = useDebounced(isTooLong ? '' : trimmed, typingPauseMs);
  const query = useQuery({
    queryKey: ['search', q],
    queryFn: ({ signal }) => api('GET /api/v3/search')({ query: { q, limit: perGroup }, signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    // A cached response is shown at once and refetched, because records change.
    gcTime: 60_000,
  });
  const groups = q === '' || query.isError ? [] : (query.data?.Groups ?? []);
  return {
    groups,
    /** Text of the present results. Empty before the first. */
    asked: q,
    pending: trimmed !== '' && !isTooLong && (trimmed !== q || query.isFetching),
    isTooLong,
    answered: q !== '' && query.isSuccess && !query.isPlaceholderData,
    failed: q !== '' && query.isError ? query.error : undefined,
    retry: () => void query.refetch(),
  };
};
