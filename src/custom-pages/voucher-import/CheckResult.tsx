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
import { FailureAlert } from '../../components/FailureAlert.tsx';
import type { AnswerFor } from '../../contract/index.ts';
import { PageSkeleton } from '../../feedback/PageSkeleton.tsx';
import { UnreadableResponse } from '../../feedback/UnreadableResponse.tsx';
import { formatNumber } from '../../fields/format.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { saveFile } from '../../screens/list/export/saveFile.ts';
import { type Import, useImportCall, useImportFaults } from './queries.ts';

const pageStep = 50;
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

/** Table of the errors or warnings that the check found in the rows of a file. */
const Faults = ({ row, errorsOnly }: { row: Import; errorsOnly: boolean }) => {
  const { translate } = useI18n();
  const [limit, setLimit] = useState(pageStep);
  const { data, isError, refetch, isPlaceholderData } = useImportFaults(row.Id, row.Version, errorsOnly, limit);
  if (isError && !data) return <FailureAlert text={translate('imports.check.faultsFailed')} onRetry={refetch} />;
  if (!data) return <PageSkeleton />;
  if (data.Total === 0) return null;
  return (
    <Paper component="section" sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {translate(errorsOnly ? 'imports.check.errors' : 'imports.check.doubts')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data.Items.map(fault => (
          <FaultRow key={`${fault.Row} ${fault.Field} ${fault.Message}`} fault={fault} />
        ))}
      </Box>
      {data.Items.length < data.Total && limit < 200 && (
        <Button onClick={() => setLimit(limit + pageStep)} loading={isPlaceholderData} fullWidth sx={{ mt: 1 }}>
          {translate('imports.more')}
        </Button>
      )}
    </Paper>
  );
};

const importsPath = '/cabinet/cards/import/';
const formats = ['xlsx', 'csv'] as const;

const downloadFaultyRows = async ({ Id, FileName }: Import, format: (typeof formats)[number]): Promise<void> => {
  const answer = await send('GET /api/v3/imports/{id}/faults/file', { params: { id: Id }, query: { format } });
  saveFile(`${FileName.replace(/\.[^.]*$/, '')}.errors.${format}`, await answer.blob());
};

/** Result of checking a file before the import, and the next steps. */
export const CheckResult = ({ row, onColumns }: { row: Import; onColumns: () => void }) => {
  const { translate, locale } = useI18n();
  const navigate = useNavigate();
  const { busy, runCall, error } = useImportCall();
  const [confirmOpen, setConfirmOpen] = useState(false);
  const [wrongRows, doubtfulRows] = [row.WrongRows ?? 0, row.DoubtfulRows ?? 0];
  const formatCount = (value: number) => formatNumber(value, 0, locale);
  const remove = async () => {
    const isDeleted = await runCall(() => api('DELETE /api/v3/imports/{id}')({ params: { id: row.Id } }));
    if (isDeleted) navigate(importsPath);
  };
  return (
    <>
      <Alert severity={wrongRows > 0 ? 'error' : 'success'} variant="outlined" role="status">
        {wrongRows > 0
          ? translate('imports.check.bad', { n: formatCount(wrongRows), of: formatCount(row.Rows) })
          : translate('imports.check.good', { n: formatCount(row.Rows) })}
        {wrongRows > 0 && <Box>{translate('imports.check.correct')}</Box>}
        {doubtfulRows > 0 && <Box>{translate('imports.check.remarks', { n: formatCount(doubtfulRows) })}</Box>}
      </Alert>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {wrongRows === 0 && (
          <Button
            variant="contained"
            disabled={busy}
            onClick={() => void runCall(() => api('POST /api/v3/imports/{id}/run')({ params: { id: row.Id } }))}
          >
            {translate('imports.check.run', { n: formatCount(row.Rows) })}
          </Button>
        )}
        {wrongRows > 0 && (
          <Button variant="contained" component={RouterLink} to={importsPath}>
            {translate('imports.check.upload')}
          </Button>
        )}
        {wrongRows + doubtfulRows > 0 &&
          formats.map(format => (
            <Button
              key={format}
              variant="outlined"
              disabled={busy}
              onClick={() => void runCall(() => downloadFaultyRows(row, format))}
            >
              {translate(wrongRows > 0 ? 'imports.check.download' : 'imports.check.downloadRemarks', {
                format: format.toUpperCase(),
              })}
            </Button>
          ))}
        <Button onClick={onColumns}>{translate('imports.check.columns')}</Button>
        <Button color="error" disabled={busy} onClick={() => setConfirmOpen(true)}>
          {translate('imports.remove')}
        </Button>
      </Box>
      <UnreadableResponse error={error} />
      {wrongRows > 0 && <Faults row={row} errorsOnly />}
      {doubtfulRows > 0 && <Faults row={row} errorsOnly={false} />}
      <ConfirmDialog
        open={confirmOpen}
        title={translate('imports.removeTitle')}
        text={translate('imports.removeHelp', { file: row.FileName })}
        confirmLabel={translate('imports.remove')}
        onClose={() => setConfirmOpen(false)}
        onConfirm={() => void remove()}
      />
    </>
  );
};
