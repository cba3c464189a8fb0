import Skeleton from '@mui/material/Skeleton';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { part } from '../../feedback/part.ts';

const NoticeList = part('NoticeList', () => import('../notifications/NoticeList.tsx'), 'live');

/** The same notifications as the bell's. */
export const NotificationsTab = ({ onLeave }: { onLeave: () => void }) => (
  <LazyBoundary waiting={<Skeleton height={64} />}>
    <NoticeList onLeave={onLeave} />
  </LazyBoundary>
);
