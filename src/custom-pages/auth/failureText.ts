import { OfflineError } from '../../api/client.ts';
import { refusalText } from '../../feedback/refusal.ts';

/** Returns the reason of a failed sign-in: the server's text if there is one (wrong password, wait time). */
export const failureText = (
  failure: unknown,
  translate: (key: string, options?: Record<string, unknown>) => string,
): string => {
  if (failure instanceof OfflineError) return translate('auth.offline');
  return refusalText(failure, translate) ?? translate('auth.failed');
};
