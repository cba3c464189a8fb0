import { useCallback, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { api } from '../api/client.ts';
import { handleFailure } from '../feedback/failures.ts';
import { showToast } from '../feedback/toasts.ts';
import { accidentPath } from '../routes/listAddress.ts';

/** State of a navigation that opens a case to be worked on: the page begins at its top, with the client's name in focus. */
export const focusClientState = { focusesClient: true } as const;

/** Leases the next free accident. Resolves to its path, or undefined if there is none. */
export const claimNextCase = async (): Promise<string | undefined> => {
  const { Next } = await api('POST /api/v2/Accident/next')({});
  return Next ? accidentPath('opened', Next.Id, Next.ObjectId) : undefined;
};

/**
 * Returns a function that leases the next free case and opens its page. The function resolves to true if a case was
 * opened. Otherwise it shows the user a failure, or that no case is free. During a request, a second use of the
 * function does nothing.
 */
export const useNextCase = (): (() => Promise<boolean>) => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const isRequesting = useRef(false);
  return useCallback(async () => {
    if (isRequesting.current) return false;
    isRequesting.current = true;
    try {
      const path = await claimNextCase();
      if (path) await navigate(path, { state: focusClientState });
      else showToast({ kind: 'info', heading: translate('frame.actions.none') });
      return path !== undefined;
    } catch (error) {
      handleFailure(error);
      return false;
    } finally {
      isRequesting.current = false;
    }
  }, [translate, navigate]);
};
