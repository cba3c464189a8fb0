import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import { api, send } from '../../api/client.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { Failed } from '../../components/Failed.tsx';
import type { AnswerFor } from '../../contract/index.ts';
import { PageSkeleton } from '../../feedback/PageSkeleton.tsx';
import { UnreadableResponse } from '../../feedback/UnreadableResponse.tsx';
import { formatNumber } from '../../fields/format.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { saveFile } from '../../screens/list/export/saveFile.ts';
import { type Import, useImportCall, useImportFaults } from './queries.ts';

const step = 50;
type Fault = AnswerFor<'GET /api/v3/imports/{id}/faults'>['Items'][number];

const FaultRow = ({ fault }: { fault: Fault }) => {
  const { translate } = useI18n();
  const { Row, Field, Value, Message, RecordId } = fault;
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gap: { xs: 0, md: 2 },
        gridTemplateColumns: { xs: '1fr', md: '10ch 20ch 1fr 1.4fr' },
        borderTop: 1,
        borderColor: 'divider',
        py: 1,
        overflowWrap: 'anywhere',
      }}
    >
      <Typography sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {translate('imports.check.row')} {Row}
      </Typography>
      <Typography sx={{ fontWeight: 600 }}>
        {translate(Field ? `resources.vouchers.full.${Field}` : 'imports.check.wholeRow')}
      </Typography>
      <Typography color={Value ? undefined : 'textSecondary'}>{Value || '—'}</Typography>
      <Typography>
        {Message}
        {RecordId !== null && (
          <>
            {'. '}
            <Link component={RouterLink} to={`/cabinet/cards/${RecordId}/`}>
              {translate('imports.check.open')}
            </Link>
          </>
        )}
      </Typography>
    </Box>
  );
};

/** Errors or warnings of the rows of a file. */
const Faults = ({ row, grave }: { row: Import; grave: boolean }) => {
  const { translate } = useI18n();
  const [limit, setLimit] = useState(step);
  const { data, isError, refetch, isPlaceholderData } = useImportFaults(row.Id, row.Version, grave, limit);
  if (isError && !data) return <Failed text={translate('imports.check.faultsFailed')} onRetry={refetch} />;
  if (!data) return <PageSkeleton />;
  if (data.Total === 0) return null;
  return (
    <Paper component="section" sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {translate(grave ? 'imports.check.errors' : 'imports.check.doubts')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data.Items.map(fault => (
          <FaultRow key={`${fault.Row} ${fault.Field} ${fault.Message}`} fault={fault} />
        ))}
      </Box>
      {data.Items.length < data.Total && limit < 200 && (
        <Button onClick={() => setLimit(limit + step)} loading={isPlaceholderData} fullWidth sx={{ mt: 1 }}>
          {translate('imports.more')}
        </Button>
      )}
    </Paper>
  );
};

const importsAddress = '/cabinet/cards/import/';
const formats = ['xlsx', 'csv'] as const;

const downloadFaulty = async ({ Id, FileName }: Import, format: (typeof formats)[number]): Promise<void> => {
  const answer = await send('GET /api/v3/imports/{id}/faults/file', { params: { id: Id }, query: { format } });
  saveFile(`${FileName.replace(/\.[^.]*$/, '')}.errors.${format}`, await answer.blob());
};

/** Result of the check, and the next steps. */
export const CheckResult = ({ row, onColumns }: { row: Import; onColumns: () => void }) => {
  const { translate, locale } = useI18n();
  const navigate = useNavigate();
  const { busy, doing, error } = useImportCall();
  const [asking, setAsking] = useState(false);
  const [wrong, doubtful] = [row.WrongRows ?? 0, row.DoubtfulRows ?? 0];
  const figure = (value: number) => formatNumber(value, 0, locale);
  const remove = async () => {
    const gone = await doing(() => api('DELETE /api/v3/imports/{id}')({ params: { id: row.Id } }));
    if (gone) navigate(importsAddress);
  };
  return (
    <>
      <Alert severity={wrong > 0 ? 'error' : 'success'} variant="outlined" role="status">
        {wrong > 0
          ? translate('imports.check.bad', { n: figure(wrong), of: figure(row.Rows) })
          : translate('imports.check.good', { n: figure(row.Rows) })}
        {wrong > 0 && <Box>{translate('imports.check.correct')}</Box>}
        {doubtful > 0 && <Box>{translate('imports.check.remarks', { n: figure(doubtful) })}</Box>}
      </Alert>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {wrong === 0 && (
          <Button
            variant="contained"
            disabled={busy}
            onClick={() => void doing(() => api('POST /api/v3/imports/{id}/run')({ params: { id: row.Id } }))}
          >
            {translate('imports.check.run', { n: figure(row.Rows) })}
          </Button>
        )}
        {wrong > 0 && (
          <Button variant="contained" component={RouterLink} to={importsAddress}>
            {translate('imports.check.upload')}
          </Button>
        )}
        {wrong + doubtful > 0 &&
          formats.map(format => (
            <Button
              key={format}
              variant="outlined"
              disabled={busy}
              onClick={() => void doing(() => downloadFaulty(row, format))}
            >
              {translate(wrong > 0 ? 'imports.check.download' : 'imports.check.downloadRemarks', {
                format: format.toUpperCase(),
              })}
            </Button>
          ))}
        <Button onClick={onColumns}>{translate('imports.check.columns')}</Button>
        <Button color="error" disabled={busy} onClick={() => setAsking(true)}>
          {translate('imports.remove')}
        </Button>
      </Box>
      <UnreadableResponse error={error} />
      {wrong > 0 && <Faults row={row} grave />}
      {doubtful > 0 && <Faults row={row} grave={false} />}
      <ConfirmDialog
        open={asking}
        title={translate('imports.removeTitle')}
        help={translate('imports.removeHelp', { file: row.FileName })}
        action={translate('imports.remove')}
        onClose={() => setAsking(false)}
        onConfirm={() => void remove()}
      />
    </>
  );
};
