import ForumOutlined from '@mui/icons-material/ForumOutlined';
import { useTranslate } from 'react-admin';
import { showMissing } from '../../feedback/ChunkMissing.tsx';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../feedback/lazyComponent.ts';
import { ToolButton } from '../frame/ToolButton.tsx';
import { closeChat, openChat, useChat } from './chatState.ts';
import { useUnreadMessages } from './queries.ts';
import { useUnreadMentions } from './unreadMentions.ts';

const ChatPanel = lazyComponent('ChatPanel', () => import('./ChatPanel.tsx'));

/** Button of the team chat and its panel. The counter includes replies and mentions in accident threads. */
export const ChatButton = () => {
  const translate = useTranslate();
  const { open } = useChat();
  const inTeam = useUnreadMessages(null).data?.count ?? 0;
  const aboutAccidents = useUnreadMentions().filter(({ accidentId }) => accidentId !== null);
  const count = inTeam + aboutAccidents.length;
  return (
    <>
      <ToolButton
        label={translate('live.chat.open', { n: count })}
        icon={<ForumOutlined fontSize="small" />}
        count={count}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => openChat(inTeam > 0 ? null : (aboutAccidents[0]?.accidentId ?? null))}
      />
      {open && (
        <LazyBoundary failed={showMissing}>
          <ChatPanel onClose={closeChat} />
        </LazyBoundary>
      )}
    </>
  );
};
