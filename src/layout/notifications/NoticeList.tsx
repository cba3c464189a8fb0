import NotificationsNone from '@mui/icons-material/NotificationsNone';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Failed } from '../../components/Failed.tsx';
import { Notice } from '../../components/Notice.tsx';
import { NoticeItem } from './NoticeItem.tsx';
import { useNotices } from './queries.ts';

const step = 30;

/** Notifications, newest first. `onLeave` closes the container when the user follows a link. */
export const NoticeList = ({ onLeave }: { onLeave: () => void }) => {
  const translate = useTranslate();
  const [limit, setLimit] = useState(step);
  const { data, isError, refetch, isPlaceholderData } = useNotices(limit);
  if (isError && !data) return <Failed text={translate('live.notices.failed')} onRetry={refetch} />;
  if (!data) return [1, 2, 3, 4].map(line => <Skeleton key={line} height={64} />);
  if (data.length === 0)
    return (
      <Notice
        role="status"
        icon={NotificationsNone}
        title={translate('live.notices.empty')}
        text={translate('live.notices.emptyHelp')}
      />
    );
  return (
    <>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, mx: -2 }}>
        {data.map(notice => (
          <NoticeItem key={notice.id} notice={notice} onLeave={onLeave} />
        ))}
      </Box>
      {data.length === limit && (
        <Button onClick={() => setLimit(limit + step)} loading={isPlaceholderData} fullWidth sx={{ mt: 1 }}>
          {translate('live.notices.more')}
        </Button>
      )}
    </>
  );
};
