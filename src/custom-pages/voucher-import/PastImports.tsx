import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { Failed } from '../../components/Failed.tsx';
import { PageSkeleton } from '../../feedback/PageSkeleton.tsx';
import { formatMoment, formatNumber } from '../../fields/format.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { imports } from '../../resources/imports.ts';
import { importAddress } from './DropFile.tsx';
import { type Import, usePastImports } from './queries.ts';

const step = 25;
const colours = {
  uploaded: 'default',
  checking: 'info',
  checked: 'default',
  importing: 'info',
  done: 'success',
  undoing: 'info',
  undone: 'default',
} as const;

export const StateChip = ({ row }: { row: Import }) => {
  const { locale } = useI18n();
  const failed = row.Error !== null;
  return (
    <Chip
      size="small"
      variant="outlined"
      color={failed ? 'error' : colours[row.State]}
      label={imports.fields.State.choiceLabels[row.State][locale]}
    />
  );
};

const PastImport = ({ row }: { row: Import }) => {
  const { translate, locale } = useI18n();
  const facts = [
    translate('imports.rows', { n: formatNumber(row.Rows, 0, locale) }),
    // “Checked” alone does not say that it cannot be run.
    ...(row.State === 'checked' && row.WrongRows
      ? [`${imports.fields.WrongRows.label[locale].toLowerCase()}: ${formatNumber(row.WrongRows, 0, locale)}`]
      : []),
    row.Author,
    formatMoment(new Date(row.CreatedAt), locale),
  ];
  return (
    <Paper component="li" sx={{ p: 2, overflowWrap: 'anywhere' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
        <Typography variant="h2">
          <Link component={RouterLink} to={importAddress(row.Id)}>
            {row.FileName}
          </Link>
        </Typography>
        <StateChip row={row} />
      </Box>
      <Typography color="textSecondary">{facts.join(' · ')}</Typography>
      {row.Error && <Typography color="error">{row.Error}</Typography>}
    </Paper>
  );
};

/** Imports of the company, newest first. */
export const PastImports = () => {
  const { translate } = useI18n();
  const [limit, setLimit] = useState(step);
  const { data, isError, refetch, isPlaceholderData } = usePastImports(limit);
  if (isError && !data) return <Failed text={translate('imports.failed')} onRetry={refetch} />;
  if (!data) return <PageSkeleton />;
  return (
    <Box component="section">
      <Typography variant="h2" sx={{ mb: 1 }}>
        {translate('imports.past')}
      </Typography>
      {data.Total === 0 && <Typography color="textSecondary">{translate('imports.none')}</Typography>}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {data.Items.map(row => (
          <PastImport key={row.Id} row={row} />
        ))}
      </Box>
      {data.Items.length < data.Total && (
        <Button onClick={() => setLimit(limit + step)} loading={isPlaceholderData} fullWidth sx={{ mt: 1 }}>
          {translate('imports.more')}
        </Button>
      )}
    </Box>
  );
};
