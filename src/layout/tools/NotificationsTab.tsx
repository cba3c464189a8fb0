import Skeleton from '@mui/material/Skeleton';
import { lazy, Suspense } from 'react';
import { openExtra } from '../../i18n/store.ts';
import { patient } from '../../routes/patient.ts';

const NoticeList = lazy(
  patient(async () => {
    const [{ NoticeList }] = await Promise.all([import('../notifications/NoticeList.tsx'), openExtra('live')]);
    return { default: NoticeList };
  }),
);

/** The same notifications as the bell's. */
export const NotificationsTab = ({ onLeave }: { onLeave: () => void }) => (
  <Suspense fallback={<Skeleton height={64} />}>
    <NoticeList onLeave={onLeave} />
  </Suspense>
);
