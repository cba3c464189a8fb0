import AddShoppingCart from '@mui/icons-material/AddShoppingCart';
import RemoveShoppingCart from '@mui/icons-material/RemoveShoppingCart';
import IconButton from '@mui/material/IconButton';
import { type RaRecord, useNotify } from 'ra-core';
import { basketLimit, isBasketOpen, isPicked, togglePicked, useBasket } from '../../components/basket.ts';
import { rowPathOf, rowTitle } from './rowPath.ts';
import { useListView } from './view.tsx';

/** Puts a row aside for export, or takes it back. Lies above the link that covers the row. */
export const PickButton = ({ row }: { row: RaRecord }) => {
  const { resource, split, words } = useListView();
  const notify = useNotify();
  const list = split ? `${resource.name}-${split}` : resource.name;
  const title = rowTitle(resource, row);
  const inside = isPicked(useBasket(), { list, id: row.id });
  const label = words.translate(inside ? 'frame.cart.take' : 'frame.cart.put', { title });
  const pick = () => {
    const refused = togglePicked({ list, id: row.id, title, path: rowPathOf(resource, split, row), row });
    if (refused) notify(words.translate(`frame.cart.${refused}`, { n: basketLimit }), { type: 'warning' });
  };
  const Icon = inside ? RemoveShoppingCart : AddShoppingCart;
  return (
    <IconButton
      size="small"
      aria-label={label}
      aria-pressed={inside}
      disabled={!isBasketOpen()}
      title={label}
      color={inside ? 'primary' : 'default'}
      onClick={pick}
      sx={{ zIndex: 1, alignSelf: 'flex-end' }}
    >
      <Icon fontSize="inherit" />
    </IconButton>
  );
};
