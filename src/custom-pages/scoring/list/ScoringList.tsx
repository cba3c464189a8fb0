import Insights from '@mui/icons-material/Insights';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { PageActions } from '../../../components/PageActions.tsx';
import { LazyBoundary } from '../../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../../feedback/lazyComponent.ts';
import { formatNumber } from '../../../fields/format.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { scoring } from '../../../resources/scoring.ts';
import { Coverage } from './Coverage.tsx';
import { useRecompute } from './useRecompute.ts';

// The component is in the frame's script, although every page loads it lazily.
const ResourceList = lazyComponent('ResourceList', () => import('../../../screens/ResourceList.tsx'));

const Progress = ({ done, total, onCancel }: { done: number; total: number | null; onCancel: () => void }) => {
  const { translate, locale } = useI18n();
  const text =
    total === null
      ? translate('scoring.recompute.queued')
      : translate('scoring.recompute.running', {
          done: formatNumber(done, 0, locale),
          total: formatNumber(total, 0, locale),
        });
  return (
    <Alert
      severity="info"
      variant="outlined"
      sx={{ mb: 2, bgcolor: 'background.paper', '& .MuiAlert-message': { flex: 1 } }}
      action={
        <Button size="small" color="inherit" onClick={onCancel}>
          {translate('scoring.recompute.cancel')}
        </Button>
      }
    >
      {text}
      <LinearProgress
        aria-label={text}
        variant={total ? 'determinate' : 'indeterminate'}
        value={total ? (100 * done) / total : undefined}
      />
    </Alert>
  );
};

/** The scoring list, with a button that recomputes all scores. After an upgrade there may be none yet. */
export const ScoringList = () => {
  const translate = useTranslate();
  const { job, start, isStarting, cancel } = useRecompute();
  const [asking, setAsking] = useState(false);
  const disabled = isStarting || job !== undefined;
  const empty = (
    <Notice
      place="body"
      icon={Insights}
      title={translate('scoring.recompute.emptyTitle')}
      text={translate('scoring.recompute.emptyText')}
      action={
        <Button variant="contained" disabled={disabled} onClick={start}>
          {translate('scoring.recompute.start')}
        </Button>
      }
    />
  );
  return (
    <>
      <PageActions>
        <Button variant="outlined" size="small" disabled={disabled} onClick={() => setAsking(true)}>
          {translate('scoring.recompute.start')}
        </Button>
      </PageActions>
      <ConfirmDialog
        open={asking}
        title={translate('scoring.recompute.title')}
        help={translate('scoring.recompute.help')}
        action={translate('scoring.recompute.start')}
        harmless
        onClose={() => setAsking(false)}
        onConfirm={start}
      />
      {job && <Progress done={job.Done} total={job.Total} onCancel={cancel} />}
      <Coverage />
      <LazyBoundary>
        <ResourceList name={scoring.name} empty={empty} />
      </LazyBoundary>
    </>
  );
};
