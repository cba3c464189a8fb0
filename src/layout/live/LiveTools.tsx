import { config } from '../../config.ts';
import { ChatButton } from '../chat/ChatButton.tsx';
import { NoticesButton } from '../notifications/NoticesButton.tsx';
import { JobNotices } from './JobNotices.tsx';
import { LiveState } from './LiveState.tsx';

/** What of the header lives by the stream: its state, the bell, the team chat. Fetched once the first page stands. */
export const LiveTools = () => (
  <>
    <LiveState />
    <JobNotices />
    {config.layout.notifications && <NoticesButton />}
    {config.layout.chat && <ChatButton />}
  </>
);
