import AlternateEmail from '@mui/icons-material/AlternateEmail';
import AssignmentIndOutlined from '@mui/icons-material/AssignmentIndOutlined';
import CarCrashOutlined from '@mui/icons-material/CarCrashOutlined';
import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined';
import LinkOff from '@mui/icons-material/LinkOff';
import NotificationsNone from '@mui/icons-material/NotificationsNone';
import PhoneInTalkOutlined from '@mui/icons-material/PhoneInTalkOutlined';
import Reply from '@mui/icons-material/Reply';
import SwapHoriz from '@mui/icons-material/SwapHoriz';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import type SvgIcon from '@mui/material/SvgIcon';
import { alpha } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { api } from '../../api/client.ts';
import { serverNow } from '../../api/clock.ts';
import { useAccount } from '../../authProvider/account.ts';
import { FailureAlert } from '../../components/FailureAlert.tsx';
import { Notice } from '../../components/Notice.tsx';
import type { NotificationKind, NotificationRow } from '../../contract/shapes/messages.ts';
import { accidentPath, accidentsPath, listAddress } from '../../routes/listAddress.ts';
import { openChat } from '../chat/chatState.ts';
import { useFormatWhen } from '../live/useFormatWhen.ts';

const minDelayMs = 2000;
const maxTimerMs = 2 ** 31 - 1;

/**
 * Query of the number of unread notifications. It is fetched again when the user's next planned phone call is due,
 * because no event announces that.
 */
export const useUnread = () => {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ['notifications', 'unread'],
    queryFn: ({ signal }) => api('GET /api/v3/notifications/unread')({ signal }),
  });
  const { data } = query;
  useEffect(() => {
    if (!data?.nextAt) return undefined;
    const delayMs = Math.max(Date.parse(data.nextAt) - serverNow() + minDelayMs / 2, minDelayMs);
    // A browser fires a timer at once if its delay exceeds this maximum (24 days). No timer is needed then, because the
    // query runs again long before.
    if (delayMs > maxTimerMs) return undefined;
    const timer = setTimeout(() => void client.invalidateQueries({ queryKey: ['notifications'] }), delayMs);
    return () => clearTimeout(timer);
  }, [client, data]);
  return query;
};

const useNotices = (limit: number) =>
  useQuery({
    queryKey: ['notifications', 'list', limit],
    queryFn: ({ signal }) =>
      api('GET /api/v3/notifications')({
        query: { sort: '["at","DESC"]', range: JSON.stringify([0, limit - 1]) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const useMarkRead = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id?: number): Promise<void> => {
      if (id === undefined) await api('POST /api/v3/notifications/read')();
      else await api('PUT /api/v3/notifications/{id}')({ params: { id }, body: { read: true } });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['notifications'] }),
  });
};

const icons: { readonly [Kind in NotificationKind]: typeof SvgIcon } = {
  major: CarCrashOutlined,
  takenOver: SwapHoriz,
  handedOver: AssignmentIndOutlined,
  reply: Reply,
  mention: AlternateEmail,
  call: PhoneInTalkOutlined,
  webhookOff: LinkOff,
  alarm: ErrorOutline,
  export: FileDownloadOutlined,
  exportFailed: ErrorOutline,
  bulk: FactCheckOutlined,
  bulkFailed: ErrorOutline,
  import: FileUploadOutlined,
  importFailed: ErrorOutline,
  recompute: FactCheckOutlined,
  recomputeFailed: ErrorOutline,
  dossier: FileDownloadOutlined,
  dossierFailed: ErrorOutline,
};
const colours: { readonly [Kind in NotificationKind]: string } = {
  major: 'error.main',
  takenOver: 'warning.main',
  handedOver: 'warning.main',
  reply: 'text.secondary',
  mention: 'text.secondary',
  call: 'warning.main',
  webhookOff: 'error.main',
  alarm: 'error.main',
  export: 'text.secondary',
  exportFailed: 'error.main',
  bulk: 'text.secondary',
  bulkFailed: 'error.main',
  import: 'text.secondary',
  importFailed: 'error.main',
  recompute: 'text.secondary',
  recomputeFailed: 'error.main',
  dossier: 'text.secondary',
  dossierFailed: 'error.main',
};

const pathOf = ({ kind, accident, path }: NotificationRow, accountId: number | undefined): string | undefined => {
  if (path !== null) return path;
  if (kind === 'webhookOff') return '/cabinet/admin/webhooks/';
  if (kind === 'handedOver' && accountId !== undefined)
    return listAddress(accidentsPath('opened'), { filter: { OperatorId: String(accountId) } });
  return accident ? accidentPath(accident.status, accident.id, accident.objectId) : undefined;
};

const NoticeItem = ({ notice, onLeave }: { notice: NotificationRow; onLeave: () => void }) => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const formatWhen = useFormatWhen();
  const markRead = useMarkRead();
  const accountId = useAccount()?.Id;
  const { id, kind, read, at, actorName, text, cases, messageId, accident } = notice;
  const Icon = icons[kind];
  const openTarget = () => {
    if (!read) markRead.mutate(id);
    onLeave();
    const to = pathOf(notice, accountId);
    if (to) void navigate(to);
    if (messageId !== null) openChat(accident?.id ?? null);
  };
  return (
    <Box component="li" sx={{ borderBottom: 1, borderColor: 'divider' }}>
      <ButtonBase
        onClick={openTarget}
        sx={theme => ({
          width: 1,
          p: 1.5,
          px: 2,
          gap: 1.5,
          alignItems: 'flex-start',
          justifyContent: 'flex-start',
          textAlign: 'left',
          bgcolor: read ? undefined : alpha(theme.palette.primary.main, 0.06),
          '&:hover': { bgcolor: 'action.hover' },
          '&.Mui-focusVisible': { outlineOffset: -2 },
        })}
      >
        <Icon fontSize="small" aria-hidden sx={{ color: colours[kind], mt: 0.25 }} />
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Typography sx={{ fontWeight: read ? undefined : 'fontWeightMedium' }}>
            {translate(`live.notices.kinds.${kind}`, { name: actorName ?? '' })}
          </Typography>
          {accident && (
            <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {[translate('live.notices.number', { id: accident.id }), accident.regNumber, accident.clientName]
                .filter(Boolean)
                .join(' · ')}
            </Typography>
          )}
          {cases !== null && (
            <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {translate('live.notices.cases', { n: cases, name: actorName ?? '' })}
            </Typography>
          )}
          {text && (
            <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {kind === 'takenOver' ? translate('live.notices.reason', { text }) : text}
            </Typography>
          )}
        </Box>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexShrink: 0 }}>
          <Typography variant="caption" color="textSecondary">
            <time dateTime={at}>{formatWhen(at)}</time>
          </Typography>
          {!read && (
            <Box
              role="img"
              aria-label={translate('live.notices.unread')}
              sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: 'primary.main' }}
            />
          )}
        </Box>
      </ButtonBase>
    </Box>
  );
};

const noticesPerPage = 30;

/** Notifications, newest first. `onLeave` closes the container when the user follows a link. */
export const NoticeList = ({ onLeave }: { onLeave: () => void }) => {
  const translate = useTranslate();
  const [limit, setLimit] = useState(noticesPerPage);
  const { data, isError, refetch, isPlaceholderData } = useNotices(limit);
  if (isError && !data) return <FailureAlert text={translate('live.notices.failed')} onRetry={refetch} />;
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
        <Button onClick={() => setLimit(limit + noticesPerPage)} loading={isPlaceholderData} fullWidth sx={{ mt: 1 }}>
          {translate('live.notices.more')}
        </Button>
      )}
    </>
  );
};
