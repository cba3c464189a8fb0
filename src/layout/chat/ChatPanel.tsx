import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import ForumOutlined from '@mui/icons-material/ForumOutlined';
import Reply from '@mui/icons-material/Reply';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import { alpha } from '@mui/material/styles';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useAccount } from '../../authProvider/account.ts';
import { FailureAlert } from '../../components/FailureAlert.tsx';
import { Notice } from '../../components/Notice.tsx';
import { hasAnyRole, rights } from '../../contract/access.ts';
import type { MessageRow } from '../../contract/shapes/messages.ts';
import { usePublicPath } from '../../routes/usePublicPath.ts';
import { SidePanel } from '../frame/SidePanel.tsx';
import { useFormatWhen } from '../live/useFormatWhen.ts';
import { Composer, useThreadDraft } from './Composer.tsx';
import { openChat, useChat } from './chatState.ts';
import {
  useDeleteMessage,
  useMarkMentionsRead,
  useMarkThreadRead,
  useMessages,
  useUnreadMentions,
  useUnreadMessages,
} from './queries.ts';

/**
 * Confirmation of the removal of a chat message. It is part of the panel, because a dialog over the panel would hide
 * the message.
 */
const DeleteConfirmation = ({ message, onClose }: { message: MessageRow; onClose: () => void }) => {
  const translate = useTranslate();
  const deletion = useDeleteMessage(message.accidentId);
  return (
    <Box
      role="alertdialog"
      onKeyDown={event => {
        if (event.key !== 'Escape') return;
        // Escape closes only the confirmation. The chat panel stays open.
        event.stopPropagation();
        onClose();
      }}
      aria-label={translate('live.chat.deleteAsk')}
      sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, mt: 0.5 }}
    >
      <Typography variant="body2" color="textSecondary">
        {translate('live.chat.deleteAsk')}
      </Typography>
      <Button
        size="small"
        color="error"
        autoFocus
        loading={deletion.isPending}
        onClick={() => deletion.mutate(message.id, { onSuccess: onClose })}
      >
        {translate('live.chat.deleteYes')}
      </Button>
      <Button size="small" onClick={onClose}>
        {translate('live.chat.deleteNo')}
      </Button>
    </Box>
  );
};

/** Maximum time between consecutive messages of one person that share a heading, milliseconds. */
const groupingMs = 5 * 60_000;

const continuesGroup = (message: MessageRow, previous: MessageRow | undefined): boolean =>
  previous?.authorId === message.authorId &&
  message.replyTo === null &&
  Date.parse(message.at) - Date.parse(previous.at) < groupingMs;

interface MessageProps {
  readonly message: MessageRow;
  readonly previous: MessageRow | undefined;
  readonly onReply: (message: MessageRow) => void;
}

const Message = ({ message, previous, onReply }: MessageProps) => {
  const translate = useTranslate();
  const formatWhen = useFormatWhen();
  const account = useAccount();
  const [isConfirming, setIsConfirming] = useState(false);
  const isMine = message.authorId === account?.Id;
  const mayDelete = isMine || hasAnyRole(account?.Roles ?? [], rights.moderation);
  const isGrouped = continuesGroup(message, previous);
  return (
    <Box
      component="li"
      sx={{
        position: 'relative',
        mt: isGrouped ? -1 : 0,
        // The buttons of a message appear on hover or focus. On touch screens they are always visible.
        '@media (hover: hover)': { '&:not(:hover):not(:focus-within) .acts': { opacity: 0 } },
      }}
    >
      {!isGrouped && (
        <Box sx={{ display: 'flex', alignItems: 'baseline', flexWrap: 'wrap', columnGap: 1, mb: 0.25, pr: 9 }}>
          <Typography variant="subtitle2" sx={{ overflowWrap: 'anywhere' }}>
            {isMine ? translate('live.chat.you') : message.authorName}
          </Typography>
          <Typography variant="caption" color="textSecondary" sx={{ flexShrink: 0 }}>
            <time dateTime={message.at}>{formatWhen(message.at)}</time>
          </Typography>
        </Box>
      )}
      <Box
        sx={theme => ({
          width: 'fit-content',
          maxWidth: 1,
          // On touch screens the buttons of a message are always visible, so the text leaves space for them.
          '@media (hover: none)': { maxWidth: 'calc(100% - 72px)' },
          px: 1.5,
          py: 0.75,
          borderRadius: 1,
          bgcolor: isMine ? alpha(theme.palette.primary.main, 0.1) : 'action.hover',
        })}
      >
        {message.replyTo && (
          <Box sx={{ borderLeft: 2, borderColor: 'primary.main', pl: 1, mb: 0.5 }}>
            <Typography variant="caption" color="textSecondary" component="p" sx={{ overflowWrap: 'anywhere' }}>
              {message.replyTo.authorName}: {message.replyTo.text}
            </Typography>
          </Box>
        )}
        <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{message.text}</Typography>
      </Box>
      <Box
        className="acts"
        sx={{ position: 'absolute', right: 0, top: isGrouped ? 0 : -6, bgcolor: 'background.paper', borderRadius: 1 }}
      >
        <IconButton
          size="small"
          aria-label={translate('live.chat.reply')}
          title={translate('live.chat.reply')}
          onClick={() => onReply(message)}
        >
          <Reply fontSize="small" />
        </IconButton>
        {mayDelete && (
          <IconButton
            size="small"
            aria-label={translate('live.chat.delete')}
            title={translate('live.chat.delete')}
            onClick={() => setIsConfirming(true)}
          >
            <DeleteOutlined fontSize="small" />
          </IconButton>
        )}
      </Box>
      {isConfirming && <DeleteConfirmation message={message} onClose={() => setIsConfirming(false)} />}
    </Box>
  );
};

const endTolerancePx = 48;

/** Keeps the message area scrolled to its end, unless the reader has scrolled up. */
export const useStickToEnd = (scroller: RefObject<HTMLElement | null>, lastId: unknown, isMine: boolean) => {
  const [isAtEnd, setIsAtEnd] = useState(true);
  const scrollToEnd = () => {
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
    setIsAtEnd(true);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls for new messages, not for older ones
  useEffect(() => {
    if (isAtEnd || isMine) scrollToEnd();
  }, [lastId]);
  const onScroll = () => {
    const element = scroller.current;
    if (element) setIsAtEnd(element.scrollHeight - element.scrollTop - element.clientHeight < endTolerancePx);
  };
  return { isAtEnd, scrollToEnd, onScroll };
};

const messagesPerPage = 50;

interface Props {
  readonly accidentId: number | null;
  readonly onReply: (message: MessageRow) => void;
}

/** Marks a thread as read while the panel shows its end. */
const useMarkVisibleRead = (accidentId: number | null, lastId: number | undefined) => {
  const markRead = useMarkThreadRead(accidentId).mutate;
  const unread = useUnreadMessages(accidentId).data;
  const hasUnread = unread !== undefined && lastId !== undefined && (unread.readUpTo ?? 0) < lastId && unread.count > 0;
  useEffect(() => {
    if (!hasUnread) return;
    const markIfVisible = () => {
      if (document.visibilityState === 'visible' && lastId !== undefined) markRead(lastId);
    };
    markIfVisible();
    document.addEventListener('visibilitychange', markIfVisible);
    return () => document.removeEventListener('visibilitychange', markIfVisible);
  }, [hasUnread, lastId, markRead]);
};

const Thread = ({ accidentId, onReply }: Props) => {
  const translate = useTranslate();
  const [limit, setLimit] = useState(messagesPerPage);
  const { data, isError, refetch, isPlaceholderData } = useMessages(accidentId, limit);
  const lastId = data?.at(-1)?.id;
  const scroller = useRef<HTMLDivElement>(null);
  const isMine = data?.at(-1)?.authorId === useAccount()?.Id;
  const { isAtEnd, scrollToEnd, onScroll } = useStickToEnd(scroller, lastId, isMine);
  useMarkVisibleRead(accidentId, isAtEnd ? lastId : undefined);
  useMarkMentionsRead(accidentId, isAtEnd && data !== undefined);
  // Id of the last message that the reader has seen. While the reader has scrolled up, newer messages count as unseen.
  const [seenId, setSeenId] = useState<number>();
  if (isAtEnd && seenId !== lastId) setSeenId(lastId);

  const renderBody = () => {
    if (isError && !data) return <FailureAlert text={translate('live.chat.failed')} onRetry={refetch} />;
    if (!data) return [1, 2, 3, 4].map(line => <Skeleton key={line} height={56} />);
    if (data.length === 0)
      return (
        <Notice
          role="status"
          icon={ForumOutlined}
          title={translate('live.chat.empty')}
          text={translate(accidentId === null ? 'live.chat.emptyHelp' : 'live.chat.emptyAccident')}
        />
      );
    return (
      <>
        {data.length === limit && (
          <Button fullWidth onClick={() => setLimit(limit + messagesPerPage)} loading={isPlaceholderData}>
            {translate('live.chat.earlier')}
          </Button>
        )}
        <Box component="ol" aria-live="polite" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
          {data.map((message, index) => (
            <Message key={message.id} message={message} previous={data[index - 1]} onReply={onReply} />
          ))}
        </Box>
      </>
    );
  };
  return (
    // The message area can have the focus, because the keyboard must be able to scroll it.
    <Box
      ref={scroller}
      tabIndex={0}
      onScroll={onScroll}
      sx={{ flex: 1, minHeight: 0, overflowY: 'auto', p: 2, position: 'relative' }}
    >
      {renderBody()}
      {!isAtEnd && lastId !== undefined && seenId !== undefined && lastId > seenId && (
        <Box sx={{ position: 'sticky', bottom: 0, display: 'flex', justifyContent: 'center' }}>
          <Button size="small" variant="contained" onClick={scrollToEnd}>
            {translate('live.chat.newer')}
          </Button>
        </Box>
      )}
    </Box>
  );
};

/**
 * Returns the id of the accident whose page is open, because this accident has its own thread. Undefined on other
 * pages.
 */
const useCurrentAccidentId = (): number | undefined => {
  const id = /^\/cabinet\/accidents\/\w+\/(\d+)\//.exec(usePublicPath())?.[1];
  return id === undefined ? undefined : Number(id);
};

export const ChatPanel = ({ onClose }: { onClose: () => void }) => {
  const translate = useTranslate();
  const { accidentId } = useChat();
  const mentions = useUnreadMentions();
  const { setRepliedTo } = useThreadDraft(accidentId);
  const unreadAccidentIds = mentions.map(mention => mention.accidentId);
  const threadIds = [...new Set([useCurrentAccidentId(), accidentId, ...unreadAccidentIds])].filter(
    id => typeof id === 'number',
  );
  const threadTitle = (id: number) => {
    const n = unreadAccidentIds.filter(accidentId => accidentId === id).length;
    return translate(n > 0 ? 'live.chat.accidentUnread' : 'live.chat.accident', { id, n });
  };
  return (
    <SidePanel side="right" title={translate('live.chat.title')} open isDockable onClose={onClose}>
      <Box
        sx={theme => ({
          // The thread fills the whole panel, including the panel's padding.
          m: -2,
          height: `calc(100% + ${theme.spacing(4)})`,
          display: 'flex',
          flexDirection: 'column',
        })}
      >
        {threadIds.length > 0 && (
          <Tabs
            value={accidentId ?? 0}
            onChange={(_, next: number) => openChat(next || null)}
            variant={threadIds.length > 1 ? 'scrollable' : 'fullWidth'}
            allowScrollButtonsMobile
            aria-label={translate('live.chat.title')}
            sx={{ borderBottom: 1, borderColor: 'divider', flexShrink: 0 }}
          >
            <Tab value={0} label={translate('live.chat.team')} />
            {threadIds.map(id => (
              <Tab key={id} value={id} label={threadTitle(id)} />
            ))}
          </Tabs>
        )}
        <Thread key={accidentId} accidentId={accidentId} onReply={setRepliedTo} />
        <Composer key={`composer-${accidentId}`} accidentId={accidentId} />
      </Box>
    </SidePanel>
  );
};
