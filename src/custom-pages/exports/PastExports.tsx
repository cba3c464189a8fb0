import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { api } from '../../api/client.ts';
import { useAccount } from '../../authProvider/account.ts';
import { Failed } from '../../components/Failed.tsx';
import { Notice } from '../../components/Notice.tsx';
import { holdsOne } from '../../contract/access.ts';
import { PageSkeleton } from '../../feedback/PageSkeleton.tsx';
import { routeTable } from '../../routes/table.ts';
import { isOpen } from '../../screens/list/export/order.ts';
import { ExportRow } from './ExportRow.tsx';

/** Shown without exports. It links to the main lists, because every list has its own export. */
const NoExports = ({ text }: { text: string }) => {
  const translate = useTranslate();
  const roles = useAccount()?.Roles ?? [];
  const lists = routeTable.filter(({ resource, tile, roles: asked }) => resource && tile && holdsOne(roles, asked));
  return (
    <Notice
      place="page"
      icon={FileDownloadOutlined}
      title={translate('routes.exports')}
      action={lists.map(({ path, title, tileTitle = title }) => (
        <Button key={path} variant="outlined" component={Link} to={path}>
          {translate(`routes.${tileTitle}`)}
        </Button>
      ))}
      text={translate(text)}
    />
  );
};

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
