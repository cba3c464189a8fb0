import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useTranslate } from 'react-admin';
import { usePublicPath } from '../../routes/useHere.ts';
import { SidePanel } from '../frame/SidePanel.tsx';
import { Composer } from './Composer.tsx';
import { openChat, useChat } from './chatState.ts';
import { useThreadDraft } from './drafts.ts';
import { Thread } from './Thread.tsx';
import { useUnreadMentions } from './unreadMentions.ts';

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
