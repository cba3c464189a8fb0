import { ApiError, OfflineError } from '../../api/client.ts';

/** Why signing in failed: the server's text if there is one (wrong password, wait time). */
export const failureText = (failure: unknown, translate: (key: string) => string): string => {
  if (failure instanceof OfflineError) return translate('auth.offline');
  return (failure instanceof ApiError && failure.message) || translate('auth.failed');
};
