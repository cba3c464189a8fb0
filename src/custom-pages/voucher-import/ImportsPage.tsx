import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { Failed } from '../../components/Failed.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PageSkeleton } from '../../feedback/PageSkeleton.tsx';
import { useI18n } from '../../fields/useI18n.ts';
import { DropFile, importAddress } from './DropFile.tsx';
import { ImportHead } from './ImportHead.tsx';
import { type Import, usePastImports } from './queries.ts';

const step = 25;
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

/** Imports of the company, newest first. */
const PastImports = () => {
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
      {data.Total === 0 && <Notice place="line" title={translate('imports.none')} />}
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

/** Upload of a file, and past imports below. */
export const ImportsPage = () => {
  const translate = useTranslate();
  return (
    <Box sx={{ maxWidth: 'lg', display: 'grid', gap: 3 }}>
      <Box>
        <Typography variant="h1">{translate('routes.imports')}</Typography>
        <Typography color="textSecondary">{translate('imports.about')}</Typography>
      </Box>
      <DropFile />
      <PastImports />
    </Box>
  );
};
