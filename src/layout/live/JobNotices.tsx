import { useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { showToast } from '../../feedback/toasts.ts';
import { onJobOver } from '../../live/jobs.ts';

/** Tells of a job of one's own that is over, wherever one is by then; draws nothing. */
export const JobNotices = () => {
  const translate = useTranslate();
  const navigate = useNavigate();
  useEffect(
    () =>
      onJobOver(({ State, Notice: notice }) => {
        if (!notice) return;
        showToast({
          kind: State === 'failed' ? 'error' : 'success',
          heading: `${translate(`live.notices.kinds.${notice.Kind}`)}. ${notice.Text}`,
          action: { label: translate('live.notices.show'), run: () => void navigate(notice.Path) },
        });
      }),
    [translate, navigate],
  );
  return null;
};
