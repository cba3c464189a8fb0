import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import { upload } from '../../api/upload.ts';
import { DropArea } from '../../components/DropArea.tsx';
import { FailureAlert } from '../../components/FailureAlert.tsx';
import { Notice } from '../../components/Notice.tsx';
import { importMaxBytes, importRowsMax } from '../../contract/limits.ts';
import { makeFile } from '../../exporters/index.ts';
import { showFailure } from '../../feedback/failures.ts';
import { PageSkeleton } from '../../feedback/PageSkeleton.tsx';
import { reasonOf } from '../../feedback/refusal.ts';
import { type I18n, useI18n } from '../../fields/useI18n.ts';
import { vouchers } from '../../resources/vouchers.ts';
import { writableFields } from '../../schema/define.ts';
import type { Field } from '../../schema/fields.ts';
import { formatNumber } from '../../schema/kinds/format.ts';
import { saveFile } from '../../screens/list/export/saveFile.ts';
import { ImportHead } from './ImportHead.tsx';
import { type Import, usePastImports } from './queries.ts';

const importAddress = (id: number): string => `/cabinet/cards/import/${id}/`;

/** Saves a workbook with a heading for each field of a new voucher. Its second sheet names the required columns. */
const saveTemplate = async ({ locale, translate }: I18n, signal: AbortSignal): Promise<void> => {
  const fields = writableFields(vouchers, 'create').filter(name => name !== 'ClientId');
  const isRequired = (name: string) => (vouchers.fields as Readonly<Record<string, Field>>)[name]?.required === true;
  const labelOf = (name: string) => translate(`resources.vouchers.full.${name}`);
  const title = translate('imports.template.file');
  const file = await makeFile(
    'xlsx',
    {
      title,
      locale,
      columns: fields.map(name => ({ label: labelOf(name), width: labelOf(name).length, align: 'start' })),
      rows: [],
      originLines: fields.map(name => [
        labelOf(name),
        translate(`imports.template.${isRequired(name) ? 'required' : 'optional'}`),
      ]),
    },
    signal,
  );
  saveFile(`${title}.xlsx`, file);
};

const Template = () => {
  const i18n = useI18n();
  const { translate } = i18n;
  const [busy, setBusy] = useState(false);
  const running = useRef(new AbortController());
  useEffect(() => {
    running.current = new AbortController();
    return () => running.current.abort();
  }, []);
  const save = () => {
    setBusy(true);
    const { signal } = running.current;
    saveTemplate(i18n, signal)
      .catch((error: unknown) => {
        if (!signal.aborted) showFailure(error, reasonOf(error, translate));
      })
      .finally(() => setBusy(false));
  };
  return (
    <Box>
      <Button startIcon={<DownloadOutlined />} onClick={save} loading={busy}>
        {translate('imports.template.save')}
      </Button>
      <Typography variant="body2" color="textSecondary">
        {translate('imports.template.help')}
      </Typography>
    </Box>
  );
};

const FileUpload = () => {
  const translate = useTranslate();
  const { locale } = useI18n();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const abortController = useRef(new AbortController());
  const [progress, setProgress] = useState<number>();
  const [failure, setFailure] = useState('');
  useEffect(() => {
    abortController.current = new AbortController();
    return () => abortController.current.abort();
  }, []);
  const busy = progress !== undefined;

  const uploadFile = async (file: File | undefined): Promise<void> => {
    if (!file || busy) return;
    setFailure('');
    setProgress(0);
    try {
      const { signal } = abortController.current;
      const created = (await upload('POST /api/v3/imports', {}, file, { onProgress: setProgress, signal })) as Import;
      navigate(importAddress(created.Id));
    } catch (error) {
      if (!abortController.current.signal.aborted) setFailure(reasonOf(error, translate));
    } finally {
      setProgress(undefined);
    }
  };
  const size = formatNumber(importMaxBytes / 1024 / 1024, 0, locale);
  return (
    <DropArea hasPadding disabled={busy} onDrop={data => void uploadFile(data.files[0])}>
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
              {...(progress < 1 ? { variant: 'determinate', value: 100 * progress } : {})}
            />
            <Typography variant="caption">
              {progress < 1
                ? translate('imports.sending', { share: Math.floor(100 * progress) })
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
          void uploadFile(event.target.files?.[0]);
          // Lets the user choose the same file again after a failure.
          event.target.value = '';
        }}
      />
    </DropArea>
  );
};

const pageStep = 25;
const PastImport = ({ row }: { row: Import }) => (
  <Paper component="li" sx={{ p: 2, overflowWrap: 'anywhere' }}>
    <ImportHead row={row}>
      <Typography variant="h2">
        <Link component={RouterLink} to={importAddress(row.Id)} sx={{ py: 0.5 }}>
          {row.FileName}
        </Link>
      </Typography>
    </ImportHead>
    {row.Error && <Typography color="error">{row.Error}</Typography>}
  </Paper>
);

const PastImports = () => {
  const { translate } = useI18n();
  const [limit, setLimit] = useState(pageStep);
  const { data, isError, refetch, isPlaceholderData } = usePastImports(limit);
  if (isError && !data) return <FailureAlert text={translate('imports.failed')} onRetry={refetch} />;
  if (!data) return <PageSkeleton />;
  return (
    <Box component="section">
      <Typography variant="h2" sx={{ mb: 1 }}>
        {translate('imports.past')}
      </Typography>
      {data.Total === 0 && <Notice area="line" title={translate('imports.none')} />}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {data.Items.map(row => (
          <PastImport key={row.Id} row={row} />
        ))}
      </Box>
      {data.Items.length < data.Total && (
        <Button onClick={() => setLimit(limit + pageStep)} loading={isPlaceholderData} fullWidth sx={{ mt: 1 }}>
          {translate('imports.more')}
        </Button>
      )}
    </Box>
  );
};

export const ImportsPage = () => {
  const translate = useTranslate();
  return (
    <Box sx={{ maxWidth: 'lg', display: 'grid', gap: 3 }}>
      <Box>
        <Typography variant="h1">{translate('routes.imports')}</Typography>
        <Typography color="textSecondary">{translate('imports.about')}</Typography>
      </Box>
      <FileUpload />
      <Template />
      <PastImports />
    </Box>
  );
};
