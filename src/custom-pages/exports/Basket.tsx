import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useGetMany, useRecordSelection, useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { Notice } from '../../components/Notice.tsx';
import { locate } from '../../dataProvider/locate.ts';
import type { Selection } from '../../dataProvider/useSelections.ts';
import { exportFormats } from '../../exporters/index.ts';
import { routeTable } from '../../routes/table.ts';
import { rowPathOf, rowTitle } from '../../screens/list/rowPath.ts';
import { useBasketExport } from './useBasketExport.ts';

const Group = ({ list, ids }: Selection) => {
  const translate = useTranslate();
  const located = locate(list);
  const [, { unselect, clearSelection }] = useRecordSelection({ resource: list });
  const { data = [], isPending, isError } = useGetMany(list, { ids: [...ids] });
  // Selected records may have been removed, or moved to another list.
  const rows = data.filter(row => row && ids.includes(row.id));
  const { write, busy } = useBasketExport(list, rows);
  const entry = routeTable.find(({ resource }) => resource === list);
  if (!located) return null;
  const { resource, split } = located;
  return (
    <Paper component="section" aria-busy={isPending} sx={{ mb: 2, p: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, mb: 1 }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          {entry ? translate(`routes.${entry.title}`) : list}: {ids.length}
        </Typography>
        {exportFormats.map(format => (
          <Button key={format} variant="outlined" disabled={busy || rows.length === 0} onClick={() => write(format)}>
            {translate('frame.basket.format', { format: format.toUpperCase() })}
          </Button>
        ))}
        <Button onClick={() => clearSelection()}>{translate('frame.cart.clear')}</Button>
      </Box>
      {isError && <Typography role="alert">{translate('frame.cart.failed')}</Typography>}
      {!isPending && !isError && rows.length < ids.length && (
        <Typography color="textSecondary">{translate('frame.cart.gone', { n: ids.length - rows.length })}</Typography>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {rows.map(row => {
          const title = rowTitle(resource, row);
          const path = rowPathOf(resource, split, row);
          return (
            <Box
              component="li"
              key={row.id}
              sx={{ display: 'flex', alignItems: 'center', borderTop: 1, borderColor: 'divider', minHeight: 40 }}
            >
              <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                {path ? (
                  <Link component={RouterLink} to={path}>
                    {title}
                  </Link>
                ) : (
                  title
                )}
              </Box>
              <IconButton
                size="small"
                aria-label={translate('frame.cart.take', { title })}
                onClick={() => unselect([row.id])}
              >
                <DeleteOutlined fontSize="small" />
              </IconButton>
            </Box>
          );
        })}
      </Box>
    </Paper>
  );
};

/** Selected records, list by list. Each record can be opened or deselected, and all can be exported. */
export const Basket = ({ selections }: { selections: readonly Selection[] }) => {
  const translate = useTranslate();
  if (selections.length === 0) return <Notice place="line" title={translate('frame.cart.empty')} />;
  return (
    <Box component="section">
      <Typography variant="h1">{translate('frame.basket.title')}</Typography>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {translate('frame.cart.about')}
      </Typography>
      {selections.map(selection => (
        <Group key={selection.list} {...selection} />
      ))}
    </Box>
  );
};
