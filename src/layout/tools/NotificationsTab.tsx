import Skeleton from '@mui/material/Skeleton';
import { Later } from '../../feedback/Later.tsx';
import { part } from '../../feedback/part.ts';

const NoticeList = part('NoticeList', () => import('../notifications/NoticeList.tsx'), 'live');

/** The same notifications as the bell's. */
export const NotificationsTab = ({ onLeave }: { onLeave: () => void }) => (
  <Later waiting={<Skeleton height={64} />}>
    <NoticeList onLeave={onLeave} />
  </Later>
);
