import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import type { MessageRow } from '../../contract/shapes/messages.ts';
import { usePublicPath } from '../../routes/useHere.ts';
import { SidePanel } from '../frame/SidePanel.tsx';
import { Composer } from './Composer.tsx';
import { openChat, useChat } from './chatState.ts';
import { Thread } from './Thread.tsx';

/** The accident on the page, which has a thread of its own. */
const useAccidentHere = (): number | undefined => {
  const id = /^\/cabinet\/accidents\/\w+\/(\d+)\//.exec(usePublicPath())?.[1];
  return id === undefined ? undefined : Number(id);
};

export const ChatPanel = ({ onClose }: { onClose: () => void }) => {
  const translate = useTranslate();
  const { accidentId } = useChat();
  const here = useAccidentHere() ?? accidentId ?? undefined;
  const [answered, setAnswered] = useState<MessageRow>();
  const show = (thread: number | null) => {
    setAnswered(undefined);
    openChat(thread);
  };
  return (
    <SidePanel side="right" title={translate('live.chat.title')} open onClose={onClose}>
      <Box
        sx={theme => ({
          // The panel's padding is the thread's to use.
          m: -2,
          height: `calc(100% + ${theme.spacing(4)})`,
          display: 'flex',
          flexDirection: 'column',
        })}
      >
        {here !== undefined && (
          <Tabs
            value={accidentId ?? 0}
            onChange={(_, next: number) => show(next || null)}
            variant="fullWidth"
            aria-label={translate('live.chat.title')}
            sx={{ borderBottom: 1, borderColor: 'divider', flexShrink: 0 }}
          >
            <Tab value={0} label={translate('live.chat.team')} />
            <Tab value={here} label={translate('live.chat.accident', { id: here })} />
          </Tabs>
        )}
        <Thread key={accidentId} accidentId={accidentId} onAnswer={setAnswered} />
        <Composer
          key={`composer-${accidentId}`}
          accidentId={accidentId}
          answered={answered}
          onAnswered={() => setAnswered(undefined)}
        />
      </Box>
    </SidePanel>
  );
};
