import { ApiError, OfflineError } from '../api/client.ts';
import { endSession, isLate } from '../api/session.ts';
import { setReachable } from './connection.ts';
import { showToast } from './toasts.ts';

/** Handles every failed query and mutation. Unreadable responses show nothing. */
export const noticeFailure = (error: unknown): void => {
  if (error instanceof OfflineError) setReachable(false);
  if (!(error instanceof ApiError)) return;
  setReachable(true);
  if (error.status === 401 && isLate(error)) return;
  // A paused session shows its own dialog. A call without a token, such as sign-in, says nothing about the session.
  if (error.status === 401 && error.token !== null && endSession()) return;
  if (error.message) showToast({ kind: 'error', heading: error.message, status: error.status });
};

/**
 * Reports the failure of work that is no query: the server's refusal with its status, any other failure with `heading`.
 */
export const showFailure = (error: unknown, heading: string): void => {
  if (error instanceof ApiError) noticeFailure(error);
  else showToast({ kind: 'error', heading });
};

export const noticeAnswer = (): void => setReachable(true);
