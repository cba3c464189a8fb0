import DesktopWindowsOutlined from '@mui/icons-material/DesktopWindowsOutlined';
import SmartphoneOutlined from '@mui/icons-material/SmartphoneOutlined';
import TabletOutlined from '@mui/icons-material/TabletOutlined';
import TerminalOutlined from '@mui/icons-material/TerminalOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { serverNow } from '../api/clock.ts';
import type { SessionRow } from '../contract/shapes/account.ts';
import { formatMoment, formatRelative } from '../fields/format.ts';
import { useI18n } from '../fields/useI18n.ts';

const kindIcons = {
  computer: DesktopWindowsOutlined,
  phone: SmartphoneOutlined,
  tablet: TabletOutlined,
  program: TerminalOutlined,
} as const;

interface Props {
  readonly session: SessionRow;
  readonly isEnding: boolean;
  /** Ends the session. Absent if the reader may not end it. */
  readonly onEnd?: (() => void) | undefined;
}

export const SessionItem = ({ session, isEnding, onEnd }: Props) => {
  const translate = useTranslate();
  const { locale } = useI18n();
  const Icon = kindIcons[session.kind];
  const device = [session.browser, session.system].filter(Boolean).join(', ') || translate('user.sessions.program');
  const lastSeenAt = new Date(session.lastSeenAt);
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        py: 1.5,
        borderBottom: 1,
        borderColor: 'divider',
        '&:first-of-type': { pt: 0 },
        '&:last-of-type': { borderBottom: 0, pb: 0 },
      }}
    >
      <Icon color="secondary" titleAccess={translate(`user.sessions.${session.kind}`)} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="subtitle1" component="p" sx={{ overflowWrap: 'anywhere' }}>
          {device}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="p">
          {translate('user.sessions.seen', {
            moment: formatMoment(lastSeenAt, locale),
            ago: formatRelative(lastSeenAt, new Date(serverNow()), locale),
          })}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="p">
          {translate('user.sessions.since', { moment: formatMoment(new Date(session.createdAt), locale) })}
        </Typography>
      </Box>
      {session.current ? (
        <Chip size="small" label={translate('user.sessions.current')} />
      ) : (
        onEnd && (
          <Button
            color="error"
            disabled={isEnding}
            onClick={onEnd}
            aria-label={translate('user.sessions.endOne', { device })}
          >
            {translate('user.sessions.end')}
          </Button>
        )
      )}
    </Box>
  );
};
