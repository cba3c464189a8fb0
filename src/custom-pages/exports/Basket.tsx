import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { Link as RouterLink } from 'react-router';
import { emptyBasket, type Picked, togglePicked, useBasket } from '../../components/basket.ts';
import { exportFormats } from '../../exporters/index.ts';
import { routeTable } from '../../routes/table.ts';
import { NoExports } from './NoExports.tsx';
import { useBasketExport } from './useBasketExport.ts';

const Group = ({ list, picked }: { list: string; picked: readonly Picked[] }) => {
  const translate = useTranslate();
  const { write, busy } = useBasketExport(list, picked);
  const entry = routeTable.find(({ resource }) => resource === list);
  return (
    <Paper component="section" sx={{ mb: 2, p: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, mb: 1 }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          {entry ? translate(`routes.${entry.title}`) : list}: {picked.length}
        </Typography>
        {exportFormats.map(format => (
          <Button key={format} variant="outlined" disabled={busy} onClick={() => write(format)}>
            {translate('frame.basket.format', { format: format.toUpperCase() })}
          </Button>
        ))}
        <Button onClick={() => emptyBasket(list)}>{translate('frame.cart.clear')}</Button>
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {picked.map(one => (
          <Box
            component="li"
            key={one.id}
            sx={{ display: 'flex', alignItems: 'center', borderTop: 1, borderColor: 'divider', minHeight: 40 }}
          >
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              {one.path ? (
                <Link component={RouterLink} to={one.path}>
                  {one.title}
                </Link>
              ) : (
                one.title
              )}
            </Box>
            <IconButton
              size="small"
              aria-label={translate('frame.cart.take', { title: one.title })}
              onClick={() => togglePicked(one)}
            >
              <DeleteOutlined fontSize="small" />
            </IconButton>
          </Box>
        ))}
      </Box>
    </Paper>
  );
};

/** The basket, list by list: open a record, take it out, write all of them as a file. */
export const Basket = () => {
  const translate = useTranslate();
  const picked = useBasket();
  const lists = [...new Set(picked.map(({ list }) => list))];
  if (lists.length === 0) return <NoExports text="frame.cart.empty" />;
  return (
    <Box sx={{ maxWidth: 'lg' }}>
      <Typography variant="h1">{translate('frame.basket.title')}</Typography>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {translate('frame.cart.about')}
      </Typography>
      {lists.map(list => (
        <Group key={list} list={list} picked={picked.filter(one => one.list === list)} />
      ))}
    </Box>
  );
};
