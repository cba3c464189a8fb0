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
import { Failed } from '../../components/Failed.tsx';
import { Notice } from '../../components/Notice.tsx';
import { holdsOne, rights } from '../../contract/access.ts';
import type { MessageRow } from '../../contract/shapes/messages.ts';
import { usePublicPath } from '../../routes/usePublicPath.ts';
import { SidePanel } from '../frame/SidePanel.tsx';
import { useFormatWhen } from '../live/useFormatWhen.ts';
import { Composer } from './Composer.tsx';
import { openChat, useChat } from './chatState.ts';
import { useThreadDraft } from './drafts.ts';
import { useDelete, useMarkThreadRead, useMessages, useUnreadMessages } from './queries.ts';
import { useMarkMentionsRead, useUnreadMentions } from './unreadMentions.ts';

/** Inline confirmation, because a dialog over the panel would hide the message. */
const DeleteConfirmation = ({ message, onClose }: { message: MessageRow; onClose: () => void }) => {
  const translate = useTranslate();
  const remove = useDelete(message.accidentId);
  return (
    <Box
      role="alertdialog"
      onKeyDown={event => {
        if (event.key !== 'Escape') return;
        // Escape closes only the confirmation, because the panel must stay open.
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
        loading={remove.isPending}
        onClick={() => remove.mutate(message.id, { onSuccess: onClose })}
      >
        {translate('live.chat.deleteYes')}
      </Button>
      <Button size="small" onClick={onClose}>
        {translate('live.chat.deleteNo')}
      </Button>
    </Box>
  );
};

/** Consecutive messages of a person within this time share a heading, milliseconds. */
const togetherMs = 5 * 60_000;

const goesWith = (message: MessageRow, before: MessageRow | undefined): boolean =>
  before?.authorId === message.authorId &&
  message.replyTo === null &&
  Date.parse(message.at) - Date.parse(before.at) < togetherMs;

interface MessageProps {
  readonly message: MessageRow;
  readonly before: MessageRow | undefined;
  readonly onAnswer: (message: MessageRow) => void;
}

const Message = ({ message, before, onAnswer }: MessageProps) => {
  const translate = useTranslate();
  const when = useFormatWhen();
  const me = useAccount();
  const [asking, setAsking] = useState(false);
  const isMine = message.authorId === me?.Id;
  const mayDelete = isMine || holdsOne(me?.Roles ?? [], rights.moderation);
  const together = goesWith(message, before);
  return (
    <Box
      component="li"
      sx={{
        position: 'relative',
        mt: together ? -1 : 0,
        // The buttons of a message appear on hover or focus. On touch screens they are always visible.
        '@media (hover: hover)': { '&:not(:hover):not(:focus-within) .acts': { opacity: 0 } },
      }}
    >
      {!together && (
        <Box sx={{ display: 'flex', alignItems: 'baseline', flexWrap: 'wrap', columnGap: 1, mb: 0.25, pr: 9 }}>
          <Typography variant="subtitle2" sx={{ overflowWrap: 'anywhere' }}>
            {isMine ? translate('live.chat.you') : message.authorName}
          </Typography>
          <Typography variant="caption" color="textSecondary" sx={{ flexShrink: 0 }}>
            <time dateTime={message.at}>{when(message.at)}</time>
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
        sx={{ position: 'absolute', right: 0, top: together ? 0 : -6, bgcolor: 'background.paper', borderRadius: 1 }}
      >
        <IconButton
          size="small"
          aria-label={translate('live.chat.reply')}
          title={translate('live.chat.reply')}
          onClick={() => onAnswer(message)}
        >
          <Reply fontSize="small" />
        </IconButton>
        {mayDelete && (
          <IconButton
            size="small"
            aria-label={translate('live.chat.delete')}
            title={translate('live.chat.delete')}
            onClick={() => setAsking(true)}
          >
            <DeleteOutlined fontSize="small" />
          </IconButton>
        )}
      </Box>
      {asking && <DeleteConfirmation message={message} onClose={() => setAsking(false)} />}
    </Box>
  );
};

const atEndTolerancePx = 48;

/** Keeps a scroller at its end, unless the reader has scrolled up. */
export const useStickToEnd = (scroller: RefObject<HTMLElement | null>, last: unknown, isMine: boolean) => {
  const [atEnd, setAtEnd] = useState(true);
  const toEnd = () => {
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
    setAtEnd(true);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls for new messages, not for older ones
  useEffect(() => {
    if (atEnd || isMine) toEnd();
  }, [last]);
  const onScroll = () => {
    const element = scroller.current;
    if (element) setAtEnd(element.scrollHeight - element.scrollTop - element.clientHeight < atEndTolerancePx);
  };
  return { atEnd, toEnd, onScroll };
};

const messagesPerPage = 50;

interface Props {
  readonly accidentId: number | null;
  readonly onAnswer: (message: MessageRow) => void;
}

/** Marks a visible thread as read. */
const useReading = (accidentId: number | null, last: number | undefined) => {
  const read = useMarkThreadRead(accidentId).mutate;
  const unread = useUnreadMessages(accidentId).data;
  const behind = unread !== undefined && last !== undefined && (unread.readUpTo ?? 0) < last && unread.count > 0;
  useEffect(() => {
    if (!behind) return;
    const look = () => {
      if (document.visibilityState === 'visible' && last !== undefined) read(last);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [behind, last, read]);
};

const Thread = ({ accidentId, onAnswer }: Props) => {
  const translate = useTranslate();
  const [limit, setLimit] = useState(messagesPerPage);
  const { data, isError, refetch, isPlaceholderData } = useMessages(accidentId, limit);
  const last = data?.at(-1)?.id;
  const scroller = useRef<HTMLDivElement>(null);
  const isMine = data?.at(-1)?.authorId === useAccount()?.Id;
  const { atEnd, toEnd, onScroll } = useStickToEnd(scroller, last, isMine);
  useReading(accidentId, atEnd ? last : undefined);
  useMarkMentionsRead(accidentId, atEnd && data !== undefined);
  // Last message that the reader has seen. Newer messages have arrived while the reader had scrolled up.
  const [seen, setSeen] = useState<number>();
  if (atEnd && seen !== last) setSeen(last);

  const body = () => {
    if (isError && !data) return <Failed text={translate('live.chat.failed')} onRetry={refetch} />;
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
            <Message key={message.id} message={message} before={data[index - 1]} onAnswer={onAnswer} />
          ))}
        </Box>
      </>
    );
  };
  return (
    // Focusable, because the keyboard must be able to scroll the area.
    <Box
      ref={scroller}
      tabIndex={0}
      onScroll={onScroll}
      sx={{ flex: 1, minHeight: 0, overflowY: 'auto', p: 2, position: 'relative' }}
    >
      {body()}
      {!atEnd && last !== undefined && seen !== undefined && last > seen && (
        <Box sx={{ position: 'sticky', bottom: 0, display: 'flex', justifyContent: 'center' }}>
          <Button size="small" variant="contained" onClick={toEnd}>
            {translate('live.chat.newer')}
          </Button>
        </Box>
      )}
    </Box>
  );
};

/** Returns the id of the page's accident, which has its own thread. */
const useAccidentHere = (): number | undefined => {
  const id = /^\/cabinet\/accidents\/\w+\/(\d+)\//.exec(usePublicPath())?.[1];
  return id === undefined ? undefined : Number(id);
};

export const ChatPanel = ({ onClose }: { onClose: () => void }) => {
  const translate = useTranslate();
  const { accidentId } = useChat();
  const spoken = useUnreadMentions();
  const { setAnswered } = useThreadDraft(accidentId);
  const unread = spoken.map(each => each.accidentId);
  const threads = [...new Set([useAccidentHere(), accidentId, ...unread])].filter(id => typeof id === 'number');
  const title = (id: number) => {
    const n = unread.filter(each => each === id).length;
    return translate(n > 0 ? 'live.chat.accidentUnread' : 'live.chat.accident', { id, n });
  };
  return (
    <SidePanel side="right" title={translate('live.chat.title')} open beside onClose={onClose}>
      <Box
        sx={theme => ({
          // The thread fills the panel, so it covers the panel's padding.
          m: -2,
          height: `calc(100% + ${theme.spacing(4)})`,
          display: 'flex',
          flexDirection: 'column',
        })}
      >
        {threads.length > 0 && (
          <Tabs
            value={accidentId ?? 0}
            onChange={(_, next: number) => openChat(next || null)}
            variant={threads.length > 1 ? 'scrollable' : 'fullWidth'}
            allowScrollButtonsMobile
            aria-label={translate('live.chat.title')}
            sx={{ borderBottom: 1, borderColor: 'divider', flexShrink: 0 }}
          >
            <Tab value={0} label={translate('live.chat.team')} />
            {threads.map(id => (
              <Tab key={id} value={id} label={title(id)} />
            ))}
          </Tabs>
        )}
        <Thread key={accidentId} accidentId={accidentId} onAnswer={setAnswered} />
        <Composer key={`composer-${accidentId}`} accidentId={accidentId} />
      </Box>
    </SidePanel>
  );
};
