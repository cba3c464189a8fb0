import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { justFailedMs, onFailure } from '../api/failures.ts';
import { noticeAnswer, noticeFailure } from '../feedback/notice.ts';

onFailure(noticeFailure);

/** The specification's caching: no retry, no refetch on focus, never stale. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeFailure, onSuccess: noticeAnswer }),
  mutationCache: new MutationCache({ onError: noticeFailure, onSuccess: noticeAnswer }),
  defaultOptions: {
    queries: {
      retry: false,
      // What is drawn just after a query failed must not ask again; what is opened later may.
      retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > justFailedMs,
      refetchOnWindowFocus: false,
      staleTime: Number.POSITIVE_INFINITY,
      // The browser's online flag is often wrong; the call itself shows it.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
