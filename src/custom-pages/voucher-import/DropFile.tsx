import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { upload } from '../../api/upload.ts';
import { DropArea } from '../../components/DropArea.tsx';
import { importMaxBytes, importRowsMax } from '../../contract/limits.ts';
import { reasonOf } from '../../feedback/refusal.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { formatNumber } from '../../schema/kinds/format.ts';
import type { Import } from './queries.ts';

export const importAddress = (id: number): string => `/cabinet/cards/import/${id}/`;

/** Uploads a file chosen by button or drop, and opens its import. */
export const DropFile = () => {
  const translate = useTranslate();
  const { locale } = useI18n();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const stop = useRef(new AbortController());
  const [share, setShare] = useState<number>();
  const [failure, setFailure] = useState('');
  useEffect(() => {
    stop.current = new AbortController();
    return () => stop.current.abort();
  }, []);
  const busy = share !== undefined;

  const take = async (file: File | undefined): Promise<void> => {
    if (!file || busy) return;
    setFailure('');
    setShare(0);
    try {
      const { signal } = stop.current;
      const made = (await upload('POST /api/v3/imports', {}, file, { onProgress: setShare, signal })) as Import;
      navigate(importAddress(made.Id));
    } catch (error) {
      if (!stop.current.signal.aborted) setFailure(reasonOf(error, translate));
    } finally {
      setShare(undefined);
    }
  };
  const size = formatNumber(importMaxBytes / 1024 / 1024, 0, locale);
  return (
    <DropArea roomy disabled={busy} onDrop={dropped => void take(dropped.files[0])}>
      <Button
        variant="contained"
        startIcon={<UploadFileOutlined />}
        disabled={busy}
        onClick={() => input.current?.click()}
      >
        {translate('imports.choose')}
      </Button>
      <Typography>{translate('imports.drop')}</Typography>
      <Typography variant="body2" color="textSecondary">
        {translate('imports.limits', { rows: formatNumber(importRowsMax, 0, locale), size })}
      </Typography>
      <Box role="status" sx={{ width: '100%', maxWidth: 400 }}>
        {busy && (
          <>
            <LinearProgress
              aria-label={translate('imports.fileIsRead')}
              {...(share < 1 ? { variant: 'determinate', value: 100 * share } : {})}
            />
            <Typography variant="caption">
              {share < 1
                ? translate('imports.sending', { share: Math.floor(100 * share) })
                : translate('imports.fileIsRead')}
            </Typography>
          </>
        )}
      </Box>
      {failure && (
        <Alert severity="error" variant="outlined" sx={{ textAlign: 'start', overflowWrap: 'anywhere' }}>
          {failure}
        </Alert>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.xlsx,.xls,.ods,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/vnd.ms-excel,application/vnd.oasis.opendocument.spreadsheet"
        onChange={event => {
          void take(event.target.files?.[0]);
          // Lets the user choose the same file again after a failure.
          event.target.value = '';
        }}
      />
    </DropArea>
  );
};
