import ForumOutlined from '@mui/icons-material/ForumOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useAccount } from '../../authProvider/account.ts';
import { Failed } from '../../components/Failed.tsx';
import { Notice } from '../../components/Notice.tsx';
import type { MessageRow } from '../../contract/shapes/messages.ts';
import { Message } from './Message.tsx';
import { useMarkThreadRead, useMessages, useUnreadMessages } from './queries.ts';
import { useMarkMentionsRead } from './unreadMentions.ts';

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

export const Thread = ({ accidentId, onAnswer }: Props) => {
  const translate = useTranslate();
  const [limit, setLimit] = useState(messagesPerPage);
  const { data, isError, refetch, isPlaceholderData } = useMessages(accidentId, limit);
  const last = data?.at(-1)?.id;
  const scroller = useRef<HTMLDivElement>(null);
  const isMine = data?.at(-1)?.authorId === useAccount()?.Id;
  const { atEnd, toEnd, onScroll } = useStickToEnd(scroller, last, isMine);
  useReading(accidentId, atEnd ? last : undefined);
  useMarkMentionsRead(accidentId, atEnd && data !== undefined);
  // Detects messages that arrived while the reader had scrolled up.
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
