import ContentCopy from '@mui/icons-material/ContentCopy';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { showToast } from '../feedback/toasts.ts';
import { copyText } from './clipboard.ts';

interface Props {
  readonly value: string;
  /** Prefix of the keys of the explaining texts, for example `admin.key`. */
  readonly textPrefix: string;
  /** Buttons below the key or secret, which close the panel or continue. */
  readonly children: ReactNode;
}

export const SecretPanel = ({ value, textPrefix, children }: Props) => {
  const translate = useTranslate();
  const copy = async () => {
    const copied = await copyText(value);
    showToast({
      kind: copied ? 'success' : 'error',
      heading: translate(`${textPrefix}.${copied ? 'copied' : 'notCopied'}`),
    });
  };
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Alert severity="warning">{translate(`${textPrefix}.once`)}</Alert>
      <Box
        component="code"
        data-key-text
        sx={{ p: 2, bgcolor: 'background.default', borderRadius: 1, overflowWrap: 'anywhere', fontFamily: 'monospace' }}
      >
        {value}
      </Box>
      <Typography color="textSecondary">{translate(`${textPrefix}.use`)}</Typography>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        <Button variant="contained" startIcon={<ContentCopy />} onClick={() => void copy()}>
          {translate(`${textPrefix}.copy`)}
        </Button>
        {children}
      </Box>
    </Box>
  );
};
