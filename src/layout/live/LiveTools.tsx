import { config } from '../../config.ts';
import { ChatButton } from '../chat/ChatButton.tsx';
import { NoticesButton } from '../notifications/NoticesButton.tsx';
import { LiveState } from './LiveState.tsx';

/** Header tools based on the stream: state, bell, chat. Loaded after the first page. */
export const LiveTools = () => (
  <>
    <LiveState />
    {config.layout.notifications && <NoticesButton />}
    {config.layout.chat && <ChatButton />}
  </>
);
