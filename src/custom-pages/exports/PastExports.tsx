import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { api } from '../../api/client.ts';
import { Failed } from '../../components/Failed.tsx';
import { PageSkeleton } from '../../feedback/PageSkeleton.tsx';
import { isOpen } from '../../screens/list/export/order.ts';
import { ExportRow } from './ExportRow.tsx';
import { NoExports } from './NoExports.tsx';

const step = 25;
/** Poll interval. Exports of colleagues send no event to this page. */
const lookEveryMs = 5000;

/** Exports of the last days, newest first, including running ones with their progress. */
export const PastExports = () => {
  const translate = useTranslate();
  const [limit, setLimit] = useState(step);
  const { data, isError, refetch, isPlaceholderData } = useQuery({
    queryKey: ['export', 'list', limit],
    queryFn: ({ signal }) => api('GET /api/v3/exports')({ query: { page: 1, pageSize: limit }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.Items.some(isOpen) ? lookEveryMs : false),
  });
  if (isError && !data) return <Failed text={translate('lists.export.listFailed')} onRetry={refetch} />;
  if (!data) return <PageSkeleton />;
  if (data.Total === 0) return <NoExports text="shell.coming.exports" />;
  return (
    <Box component="section">
      <Typography variant="h1">{translate('routes.exports')}</Typography>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {translate('lists.export.about')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {data.Items.map(row => (
          <ExportRow key={row.Id} row={row} onChanged={() => void refetch()} />
        ))}
      </Box>
      {data.Items.length < data.Total && (
        <Button onClick={() => setLimit(limit + step)} loading={isPlaceholderData} fullWidth sx={{ mt: 1 }}>
          {translate('lists.export.more')}
        </Button>
      )}
    </Box>
  );
};
