import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { api } from '../../api/client.ts';
import { Wordless } from '../../feedback/Wordless.tsx';
import { formatNumber } from '../../fields/format.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { type Import, useImportCall } from './queries.ts';

/** Progress of a running job, with a button that stops it. */
export const ImportProgress = ({ row }: { row: Import }) => {
  const { translate, locale } = useI18n();
  const { busy, doing, error } = useImportCall();
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
      <Wordless error={error} />
      <Button
        variant="outlined"
        disabled={busy}
        onClick={() => void doing(() => api('POST /api/v3/imports/{id}/cancel')({ params: { id: row.Id } }))}
      >
        {translate('imports.busy.cancel')}
      </Button>
    </Paper>
  );
};
