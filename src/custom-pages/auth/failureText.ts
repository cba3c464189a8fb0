import { ApiError, OfflineError } from '../../api/client.ts';

/** Why signing in failed: the server's own words where it said some (wrong password, how long to wait). */
export const failureText = (failure: unknown, translate: (key: string) => string): string => {
  if (failure instanceof OfflineError) return translate('auth.offline');
  return (failure instanceof ApiError && failure.message) || translate('auth.failed');
};
