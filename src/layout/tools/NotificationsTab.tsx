import Skeleton from '@mui/material/Skeleton';
import { Later } from '../../components/Later.tsx';
import { part } from '../../components/part.ts';

const NoticeList = part('NoticeList', () => import('../notifications/NoticeList.tsx'), 'live');

/** The same notifications as the bell's. */
export const NotificationsTab = ({ onLeave }: { onLeave: () => void }) => (
  <Later waiting={<Skeleton height={64} />}>
    <NoticeList onLeave={onLeave} />
  </Later>
);
