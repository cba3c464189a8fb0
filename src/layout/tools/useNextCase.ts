import { useTranslate } from 'ra-core';
import { useCallback, useRef } from 'react';
import { useNavigate } from 'react-router';
import { noticeFailure } from '../../feedback/notice.ts';
import { showToast } from '../../feedback/toasts.ts';
import { claimNext } from './claimNext.ts';

/** Claims the next free case and opens it; says so when nothing is free. Pressed twice, it is asked once. */
export const useNextCase = (): (() => void) => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const asking = useRef(false);
  return useCallback(() => {
    if (asking.current) return;
    asking.current = true;
    const open = async () => {
      const path = await claimNext();
      if (path) await navigate(path);
      else showToast({ kind: 'info', heading: translate('frame.actions.none') });
    };
    void open()
      .catch(noticeFailure)
      .finally(() => {
        asking.current = false;
      });
  }, [translate, navigate]);
};
