import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { onFailure, recentFailureMs } from '../api/failures.ts';
import { handleFailure, handleSuccess } from '../feedback/failures.ts';

onFailure(handleFailure);

/** Caching as the specification demands: no retry, no refetch on focus, never stale. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: handleFailure, onSuccess: handleSuccess }),
  mutationCache: new MutationCache({ onError: handleFailure, onSuccess: handleSuccess }),
  defaultOptions: {
    queries: {
      retry: false,
      // A component that mounts just after a failure must not repeat the query. A component that mounts later repeats
      // it.
      retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > recentFailureMs,
      refetchOnWindowFocus: false,
      staleTime: Number.POSITIVE_INFINITY,
      // Calls are sent even if the browser reports to be offline, because that report is often wrong.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
