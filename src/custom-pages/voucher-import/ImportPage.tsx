import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useParams } from 'react-router-dom';
import { Failed } from '../../components/Failed.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PageSkeleton } from '../../feedback/PageSkeleton.tsx';
import { recordIdIn } from '../../routes/recordId.ts';
import { CheckResult } from './CheckResult.tsx';
import { Columns } from './Columns.tsx';
import { ImportHead } from './ImportHead.tsx';
import { ImportProgress } from './ImportProgress.tsx';
import { ImportSteps, type StepName } from './ImportSteps.tsx';
import { type Import, isBusy, useImport } from './queries.ts';
import { Result } from './Result.tsx';

const steps: { readonly [State in Import['State']]: StepName } = {
  uploaded: 'columns',
  checking: 'check',
  checked: 'check',
  importing: 'run',
  done: 'result',
  undoing: 'result',
  undone: 'result',
};

const Step = ({ row }: { row: Import }) => {
  const [columns, setColumns] = useState(false);
  if (isBusy(row)) return <ImportProgress row={row} />;
  if (row.State === 'uploaded' || (columns && row.State === 'checked'))
    return <Columns id={row.Id} onBegun={() => setColumns(false)} />;
  if (row.State === 'checked') return <CheckResult row={row} onColumns={() => setColumns(true)} />;
  return <Result row={row} />;
};

const Shown = ({ row }: { row: Import }) => (
  <Box sx={{ maxWidth: 'lg', display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
    <ImportHead row={row}>
      <Typography variant="h1">{row.FileName}</Typography>
    </ImportHead>
    <ImportSteps now={steps[row.State]} />
    {row.Error && (
      <Alert severity="error" variant="outlined" sx={{ overflowWrap: 'anywhere' }}>
        {row.Error}
      </Alert>
    )}
    <Step row={row} />
  </Box>
);

/** One import, at its present step. */
export const ImportPage = () => {
  const translate = useTranslate();
  const id = recordIdIn(useParams().id) ?? 0;
  const { data, error, refetch } = useImport(id);
  if (data) return <Shown row={data} />;
  if ((error as { status?: number } | null)?.status === 404)
    return <Notice place="page" title={translate('routes.notFound')} role="alert" />;
  return error ? <Failed text={translate('imports.failed')} onRetry={refetch} /> : <PageSkeleton />;
};
