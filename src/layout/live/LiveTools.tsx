import { useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { config } from '../../config.ts';
import { closeToast, showToast } from '../../feedback/toasts.ts';
import { onJobEnd, onJobShown } from '../../live/jobs.ts';
import { ChatButton } from '../chat/ChatButton.tsx';
import { NoticesButton } from '../notifications/NoticesButton.tsx';
import { LiveState } from './LiveState.tsx';

/** Shows a toast when a job of the user has ended, on any page. Renders nothing. */
export const JobNotices = () => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const told = useRef(new Map<number, number>());
  useEffect(() => onJobShown(id => closeToast(told.current.get(id) ?? 0)), []);
  useEffect(
    () =>
      onJobEnd(({ Id: id, State, Notice: notice }) => {
        if (!notice) return;
        const toast = showToast({
          kind: State === 'failed' ? 'error' : 'success',
          heading: `${translate(`live.notices.kinds.${notice.Kind}`)}. ${notice.Text}`,
          action: { label: translate('live.notices.show'), run: () => void navigate(notice.Path) },
        });
        told.current.set(id, toast);
      }),
    [translate, navigate],
  );
  return null;
};

/** Header tools based on the stream: state, bell, chat. Loaded after the first page. */
export const LiveTools = () => (
  <>
    <LiveState />
    <JobNotices />
    {config.layout.notifications && <NoticesButton />}
    {config.layout.chat && <ChatButton />}
  </>
);
