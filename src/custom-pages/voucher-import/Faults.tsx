import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { Failed } from '../../components/Failed.tsx';
import type { AnswerFor } from '../../contract/index.ts';
import { PageSkeleton } from '../../feedback/PageSkeleton.tsx';
import { useI18n } from '../../fields/useI18n.ts';
import { type Import, useImportFaults } from './queries.ts';

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
export const Faults = ({ row, grave }: { row: Import; grave: boolean }) => {
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
