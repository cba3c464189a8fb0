import { ApiError, OfflineError } from '../api/client.ts';
import { endSession, isOfEarlierSession } from '../api/session.ts';
import { setReachable } from './connection.ts';
import { showToast } from './toasts.ts';

/**
 * Updates the states of the connection and of the session after a failed API call. Returns the error response that must
 * still be shown, if any. Use it instead of `handleFailure` where the page itself shows the error.
 */
export const handleFailureSilently = (error: unknown): ApiError | undefined => {
  if (error instanceof OfflineError) setReachable(false);
  if (!(error instanceof ApiError)) return undefined;
  setReachable(true);
  if (error.status === 401 && isOfEarlierSession(error)) return undefined;
  // A paused session shows its own dialog. An API call without a token, such as sign-in, says nothing about the
  // session.
  if (error.status === 401 && error.token !== null && endSession()) return undefined;
  return error;
};

/** Shows a toast for an error response to a query or mutation, if its body is readable. Other failures get no toast. */
export const handleFailure = (error: unknown): void => {
  const refusal = handleFailureSilently(error);
  if (refusal?.message) showToast({ kind: 'error', heading: refusal.message, status: refusal.status });
};

/**
 * Shows a toast for failed work that is no query. An error response is shown with its text and status, any other
 * failure with `heading`.
 */
export const showFailure = (error: unknown, heading: string): void => {
  if (error instanceof ApiError) handleFailure(error);
  else showToast({ kind: 'error', heading });
};

export const handleSuccess = (): void => setReachable(true);
