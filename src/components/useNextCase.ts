import { useTranslate } from 'ra-core';
import { useCallback, useRef } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../api/client.ts';
import { noticeFailure } from '../feedback/notice.ts';
import { showToast } from '../feedback/toasts.ts';
import { accidentPath } from '../routes/listAddress.ts';

/** Claims the next free accident for the reader; its address, or undefined where there is none. */
export const claimNext = async (): Promise<string | undefined> => {
  const { Next } = await api('POST /api/v2/Accident/next')({});
  return Next ? accidentPath('opened', Next.Id, Next.ObjectId) : undefined;
};

/**
 * Claims the next free case and opens it; says so when nothing is free or it fails. Pressed twice, it is asked once. The
 * answer is whether a case was opened.
 */
export const useNextCase = (): (() => Promise<boolean>) => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const asking = useRef(false);
  return useCallback(async () => {
    if (asking.current) return false;
    asking.current = true;
    try {
      const path = await claimNext();
      if (path) await navigate(path);
      else showToast({ kind: 'info', heading: translate('frame.actions.none') });
      return path !== undefined;
    } catch (error) {
      noticeFailure(error);
      return false;
    } finally {
      asking.current = false;
    }
  }, [translate, navigate]);
};
