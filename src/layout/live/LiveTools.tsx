import ForumOutlined from '@mui/icons-material/ForumOutlined';
import NotificationsNone from '@mui/icons-material/NotificationsNone';
import SyncProblem from '@mui/icons-material/SyncProblem';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { config } from '../../config.ts';
import { renderChunkFailure } from '../../feedback/ChunkMissing.tsx';
import { LazyBoundary, lazyComponent } from '../../feedback/LazyBoundary.tsx';
import { closeToast, showToast } from '../../feedback/toasts.ts';
import { onJobEnd, onJobShown } from '../../live/jobs.ts';
import { useConnectionPhase } from '../../live/store.ts';
import { closeChat, openChat, useChat } from '../chat/chatState.ts';
import { useUnreadMentions, useUnreadMessages } from '../chat/queries.ts';
import { SidePanel } from '../frame/SidePanel.tsx';
import { ToolButton } from '../frame/ToolButton.tsx';
import { NoticeList, useMarkRead, useUnread } from '../notifications/NoticeList.tsx';

/** Shows a subtle dot while live updates arrive, and a warning when they stop. */
const ConnectionState = () => {
  const translate = useTranslate();
  const phase = useConnectionPhase();
  if (phase === 'off') return null;
  const label = translate(`live.state.${phase}`);
  return (
    <Tooltip title={label}>
      <Box
        role="status"
        aria-label={label}
        data-live={phase}
        // The dot can have the focus, because its explanation must be reachable by keyboard.
        tabIndex={0}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 0.75,
          p: { xs: 0.25, lg: 0.75 },
          borderRadius: 1,
          color: 'warning.main',
        }}
      >
        {phase === 'live' ? (
          <Box sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: 'success.main' }} />
        ) : (
          <>
            <SyncProblem fontSize="small" />
            <Box component="span" sx={{ typography: 'body2', display: { xs: 'none', xl: 'inline' } }}>
              {translate('live.state.lostShort')}
            </Box>
          </>
        )}
      </Box>
    </Tooltip>
  );
};

const NoticesButton = () => {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const count = useUnread().data?.count ?? 0;
  const markRead = useMarkRead();
  const close = () => setOpen(false);
  return (
    <>
      <ToolButton
        label={translate('live.notices.open', { n: count })}
        icon={<NotificationsNone fontSize="small" />}
        count={count}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      <SidePanel side="right" title={translate('live.notices.title')} open={open} onClose={close}>
        {count > 0 && (
          <Button
            size="small"
            onClick={() => markRead.mutate(undefined)}
            loading={markRead.isPending}
            sx={{ mt: -1, ml: -1 }}
          >
            {translate('live.notices.readAll')}
          </Button>
        )}
        <NoticeList onLeave={close} />
      </SidePanel>
    </>
  );
};

const ChatPanel = lazyComponent('ChatPanel', () => import('../chat/ChatPanel.tsx'));

/**
 * Button of the team chat, with its panel. The number on it also counts replies and mentions in the threads of
 * accidents.
 */
export const ChatButton = () => {
  const translate = useTranslate();
  const { open } = useChat();
  const teamUnread = useUnreadMessages(null).data?.count ?? 0;
  const accidentMentions = useUnreadMentions().filter(({ accidentId }) => accidentId !== null);
  const count = teamUnread + accidentMentions.length;
  return (
    <>
      <ToolButton
        label={translate('live.chat.open', { n: count })}
        icon={<ForumOutlined fontSize="small" />}
        count={count}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => openChat(teamUnread > 0 ? null : (accidentMentions[0]?.accidentId ?? null))}
      />
      {open && (
        <LazyBoundary failed={renderChunkFailure}>
          <ChatPanel onClose={closeChat} />
        </LazyBoundary>
      )}
    </>
  );
};

/** Shows a toast when a background job of the user has ended, on any page. Renders nothing else. */
export const JobNotices = () => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const toastByJob = useRef(new Map<number, number>());
  useEffect(() => onJobShown(id => closeToast(toastByJob.current.get(id) ?? 0)), []);
  useEffect(
    () =>
      onJobEnd(({ Id: id, State, Notice: notice }) => {
        if (!notice) return;
        const toast = showToast({
          kind: State === 'failed' ? 'error' : 'success',
          heading: `${translate(`live.notices.kinds.${notice.Kind}`)}. ${notice.Text}`,
          action: { label: translate('live.notices.show'), run: () => void navigate(notice.Path) },
        });
        toastByJob.current.set(id, toast);
      }),
    [translate, navigate],
  );
  return null;
};

/** Header tools that use live updates: connection state, notifications, chat. Loaded after the first page. */
export const LiveTools = () => (
  <>
    <ConnectionState />
    <JobNotices />
    {config.layout.notifications && <NoticesButton />}
    {config.layout.chat && <ChatButton />}
  </>
);
