import { useTranslate } from 'react-admin';
import { ApiError, OfflineError } from '../../api/client.ts';
import { refusalText } from '../../feedback/refusal.ts';

/** Returns a function that gives the text of an error. The server's own text is used if there is one. */
export const useFailureText = () => {
  const translate = useTranslate();
  return (error: unknown): string => {
    if (error instanceof OfflineError) return translate('accident.failed.offline');
    return refusalText(error, translate) ?? translate('accident.failed.unknown');
  };
};

export const hasStatus = (error: unknown, status: number): boolean =>
  error instanceof ApiError && error.status === status;
