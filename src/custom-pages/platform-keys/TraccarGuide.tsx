import ContentCopy from '@mui/icons-material/ContentCopy';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type RaRecord, useTranslate } from 'react-admin';
import { callUrl } from '../../api/client.ts';
import { copyText } from '../../components/clipboard.ts';
import { showToast } from '../../feedback/toasts.ts';

const traccarSettings = (address: string, key: string): string =>
  [
    ['forward.type', 'json'],
    ['forward.url', address],
    ['forward.header', `Authorization: Bearer ${key}`],
    ['forward.retry.enable', 'true'],
    ['event.forward.type', 'json'],
    ['event.forward.url', address],
    ['event.forward.header', `Authorization: Bearer ${key}`],
  ]
    .map(([name, value]) => `<entry key='${name}'>${value}</entry>`)
    .join('\n');

interface Props {
  /** A platform key that was just created. Absent for an older key, because a stored key cannot be read again. */
  readonly platformKey?: string | undefined;
}

/** Explains the settings of a Traccar server: the URL of this installation and, if it was just created, the key. */
export const TraccarGuide = ({ platformKey }: Props) => {
  const translate = useTranslate();
  const key = platformKey ?? translate('admin.traccar.yourKey');
  const address = new URL(callUrl('POST /api/v3/ingest/traccar'), window.location.origin).href;
  const settings = traccarSettings(address, key);
  const copy = async () => {
    const isCopied = await copyText(settings);
    showToast({
      kind: isCopied ? 'success' : 'error',
      heading: translate(`admin.traccar.${isCopied ? 'copied' : 'notCopied'}`),
    });
  };
  return (
    <Paper component="section" sx={{ p: 2, display: 'grid', gap: 2 }}>
      <Typography variant="h2">{translate('admin.traccar.title')}</Typography>
      <Typography>{translate('admin.traccar.about')}</Typography>
      <Box
        component="pre"
        tabIndex={0}
        sx={{ m: 0, p: 2, bgcolor: 'background.default', borderRadius: 1, overflowX: 'auto', fontFamily: 'monospace' }}
      >
        {settings}
      </Box>
      <Box>
        <Button variant="outlined" startIcon={<ContentCopy />} onClick={() => void copy()}>
          {translate('admin.traccar.copy')}
        </Button>
      </Box>
      {(['devices', 'alarms', 'query'] as const).map(name => (
        <Typography key={name} color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {translate(`admin.traccar.${name}`, { key })}
        </Typography>
      ))}
    </Paper>
  );
};

/** Guide on the page of an older key. It does not contain the key, because a stored key cannot be read again. */
export const TraccarGuideOfKey = (_: { record: RaRecord }) => <TraccarGuide />;
