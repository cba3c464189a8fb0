import Skeleton from '@mui/material/Skeleton';
import { Suspense } from 'react';
import { part } from '../../components/part.ts';

const NoticeList = part('NoticeList', () => import('../notifications/NoticeList.tsx'), 'live');

/** The same notifications as the bell's. */
export const NotificationsTab = ({ onLeave }: { onLeave: () => void }) => (
  <Suspense fallback={<Skeleton height={64} />}>
    <NoticeList onLeave={onLeave} />
  </Suspense>
);
