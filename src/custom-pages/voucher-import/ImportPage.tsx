import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Step from '@mui/material/Step';
import StepLabel from '@mui/material/StepLabel';
import Stepper from '@mui/material/Stepper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link as RouterLink, useNavigate, useParams } from 'react-router-dom';
import { api, send } from '../../api/client.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { FailureAlert } from '../../components/FailureAlert.tsx';
import { Notice } from '../../components/Notice.tsx';
import { useIsPhone } from '../../components/useIsPhone.ts';
import type { AnswerFor } from '../../contract/index.ts';
import { PageSkeleton } from '../../feedback/PageSkeleton.tsx';
import { UnreadableResponse } from '../../feedback/UnreadableResponse.tsx';
import { formatNumber } from '../../fields/format.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { listAddress } from '../../routes/listAddress.ts';
import { parseRecordId } from '../../routes/recordId.ts';
import { saveFile } from '../../screens/list/export/saveFile.ts';
import { Columns } from './Columns.tsx';
import { ImportHead } from './ImportHead.tsx';
import { type Import, isBusy, useImport, useImportCall, useImportFaults, useUndoObstacles } from './queries.ts';

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

const CheckResult = ({ row, onColumns }: { row: Import; onColumns: () => void }) => {
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

type UndoObstacles = AnswerFor<'GET /api/v3/imports/{id}/touched'>;

const ObstacleList = ({ obstacles }: { obstacles: UndoObstacles }) => {
  const { translate, locale } = useI18n();
  const remaining = obstacles.Total - obstacles.Items.length;
  return (
    <>
      <DialogContentText>
        {translate('imports.result.touched', { n: formatNumber(obstacles.Total, 0, locale) })}
      </DialogContentText>
      <Box component="ul" sx={{ pl: 2.5, overflowWrap: 'anywhere' }}>
        {obstacles.Items.map(({ Id, Title, Row, Why }) => (
          <li key={Id}>
            <Link component={RouterLink} to={`/cabinet/cards/${Id}/`}>
              {Title || `#${Id}`}
            </Link>{' '}
            ({translate('imports.check.row')} {Row}): {translate(`imports.result.why.${Why}`)}
          </li>
        ))}
        {remaining > 0 && <li>{translate('imports.result.others', { n: formatNumber(remaining, 0, locale) })}</li>}
      </Box>
    </>
  );
};

/** Dialog that asks before an import is undone. It lists the vouchers that were used since the import. */
const UndoDialog = ({ row, open, onClose }: { row: Import; open: boolean; onClose: () => void }) => {
  const { translate, locale } = useI18n();
  const { busy, runCall, error } = useImportCall();
  const { data, isError, refetch } = useUndoObstacles(row.Id, open);
  const title = translate('imports.result.undoTitle');
  const canUndo = data?.Total === 0;
  const undo = async () => {
    if (await runCall(() => api('POST /api/v3/imports/{id}/undo')({ params: { id: row.Id } }))) onClose();
  };
  return (
    <Dialog open={open} onClose={onClose} fullWidth maxWidth="sm" aria-label={title}>
      <DialogTitle>{title}</DialogTitle>
      <DialogContent>
        {isError && <FailureAlert text={translate('imports.failed')} onRetry={refetch} />}
        {!data && !isError && <DialogContentText>{translate('imports.result.looking')}</DialogContentText>}
        {canUndo && (
          <DialogContentText>
            {translate('imports.result.undoHelp', { n: formatNumber(row.Rows, 0, locale) })}
          </DialogContentText>
        )}
        {data && !canUndo && <ObstacleList obstacles={data} />}
        <UnreadableResponse error={error} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {translate(canUndo ? 'frame.cancel' : 'imports.result.close')}
        </Button>
        {canUndo && (
          <Button color="error" variant="contained" disabled={busy} onClick={() => void undo()}>
            {translate('imports.result.undo')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
};

const stepNames = ['file', 'columns', 'check', 'run', 'result'] as const;
type StepName = (typeof stepNames)[number];

const ImportSteps = ({ currentStep }: { currentStep: StepName }) => {
  const translate = useTranslate();
  const isPhone = useIsPhone();
  const currentIndex = stepNames.indexOf(currentStep);
  if (isPhone)
    return (
      <Typography variant="h3" component="p">
        {translate('imports.stepOf', {
          n: currentIndex + 1,
          of: stepNames.length,
          title: translate(`imports.steps.${currentStep}`),
        })}
      </Typography>
    );
  return (
    <Stepper activeStep={currentIndex} component="ol" sx={{ p: 0, m: 0, listStyle: 'none' }}>
      {stepNames.map((name, index) => (
        <Step
          key={name}
          component="li"
          completed={index < currentIndex || currentStep === 'result'}
          aria-current={name === currentStep ? 'step' : undefined}
        >
          <StepLabel>{translate(`imports.steps.${name}`)}</StepLabel>
        </Step>
      ))}
    </Stepper>
  );
};

const ImportResult = ({ row }: { row: Import }) => {
  const { translate, locale } = useI18n();
  const [dialogOpen, setDialogOpen] = useState(false);
  const isDone = row.State === 'done';
  return (
    <>
      <Alert severity={isDone ? 'success' : 'info'} variant="outlined" role="status">
        {isDone
          ? translate('imports.result.done', { n: formatNumber(row.Rows, 0, locale) })
          : translate('imports.result.undone')}
      </Alert>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          variant="contained"
          component={RouterLink}
          to={listAddress('/cabinet/cards/list/', isDone ? { filter: { ImportId: `${row.Id}` } } : {})}
        >
          {translate(isDone ? 'imports.result.openRows' : 'imports.result.open')}
        </Button>
        <Button variant="outlined" component={RouterLink} to="/cabinet/cards/import/">
          {translate('imports.toList')}
        </Button>
        {isDone && (
          <Button color="error" onClick={() => setDialogOpen(true)}>
            {translate('imports.result.undo')}
          </Button>
        )}
      </Box>
      <UndoDialog row={row} open={dialogOpen} onClose={() => setDialogOpen(false)} />
    </>
  );
};

/** Progress of a job that checks, imports or undoes, with a button that stops the job. */
export const ImportProgress = ({ row }: { row: Import }) => {
  const { translate, locale } = useI18n();
  const { busy, runCall, error } = useImportCall();
  const done = row.Done ?? 0;
  const heading = translate(`imports.busy.${row.State}`);
  const figures = { done: formatNumber(done, 0, locale), total: formatNumber(row.Rows, 0, locale) };
  return (
    <Paper sx={{ p: 3, display: 'grid', gap: 1.5, justifyItems: 'start' }}>
      <Typography variant="h2">{heading}</Typography>
      <Box sx={{ width: '100%' }}>
        <LinearProgress variant="determinate" value={(100 * done) / row.Rows} aria-label={heading} />
      </Box>
      <Typography role="status" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {translate('imports.busy.progress', figures)}
      </Typography>
      <Typography color="textSecondary">{translate('imports.busy.help')}</Typography>
      <UnreadableResponse error={error} />
      <Button
        variant="outlined"
        disabled={busy}
        onClick={() => void runCall(() => api('POST /api/v3/imports/{id}/cancel')({ params: { id: row.Id } }))}
      >
        {translate('imports.busy.cancel')}
      </Button>
    </Paper>
  );
};

const steps: { readonly [State in Import['State']]: StepName } = {
  uploaded: 'columns',
  checking: 'check',
  checked: 'check',
  importing: 'run',
  done: 'result',
  undoing: 'result',
  undone: 'result',
};

const ImportView = ({ row }: { row: Import }) => {
  const [choosesColumns, setChoosesColumns] = useState(false);
  /** Step of the import that the page shows. From a checked file the user can go back to the choice of columns. */
  const step = choosesColumns && row.State === 'checked' ? 'columns' : steps[row.State];
  const renderContent = () => {
    if (isBusy(row)) return <ImportProgress row={row} />;
    if (step === 'columns') return <Columns id={row.Id} onCheckStarted={() => setChoosesColumns(false)} />;
    if (step === 'check') return <CheckResult row={row} onColumns={() => setChoosesColumns(true)} />;
    return <ImportResult row={row} />;
  };
  return (
    <Box sx={{ maxWidth: 'lg', display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <ImportHead row={row}>
        <Typography variant="h1">{row.FileName}</Typography>
      </ImportHead>
      <ImportSteps currentStep={step} />
      {row.Error && (
        <Alert severity="error" variant="outlined" sx={{ overflowWrap: 'anywhere' }}>
          {row.Error}
        </Alert>
      )}
      {renderContent()}
    </Box>
  );
};

export const ImportPage = () => {
  const translate = useTranslate();
  const id = parseRecordId(useParams().id) ?? 0;
  const { data, error, refetch } = useImport(id);
  if (data) return <ImportView row={data} />;
  if ((error as { status?: number } | null)?.status === 404)
    return <Notice area="page" title={translate('routes.notFound')} role="alert" />;
  return error ? <FailureAlert text={translate('imports.failed')} onRetry={refetch} /> : <PageSkeleton />;
};
