import NotificationsNone from '@mui/icons-material/NotificationsNone';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { SidePanel } from '../frame/SidePanel.tsx';
import { ToolButton } from '../frame/ToolButton.tsx';
import { NoticeList } from './NoticeList.tsx';
import { useMarkRead, useUnread } from './queries.ts';

/** The bell with its unread count, and its panel. */
export const NoticesButton = () => {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const count = useUnread().data?.count ?? 0;
  const mark = useMarkRead();
  const close = () => setOpen(false);
  return (
    <>
      <ToolButton
        label={translate('live.notices.open', { n: count })}
        icon={<NotificationsNone fontSize="small" />}
        count={count}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      <SidePanel side="right" title={translate('live.notices.title')} open={open} onClose={close}>
        {count > 0 && (
          <Button size="small" onClick={() => mark.mutate(undefined)} loading={mark.isPending} sx={{ mt: -1, ml: -1 }}>
            {translate('live.notices.readAll')}
          </Button>
        )}
        <NoticeList onLeave={close} />
      </SidePanel>
    </>
  );
};
