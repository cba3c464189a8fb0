import Skeleton from '@mui/material/Skeleton';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../feedback/lazyComponent.ts';

const NoticeList = lazyComponent('NoticeList', () => import('../notifications/NoticeList.tsx'), 'live');

export const NotificationsTab = ({ onLeave }: { onLeave: () => void }) => (
  <LazyBoundary waiting={<Skeleton height={64} />}>
    <NoticeList onLeave={onLeave} />
  </LazyBoundary>
);
