import ShoppingBasketOutlined from '@mui/icons-material/ShoppingBasketOutlined';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { useSelections } from '../../dataProvider/useSelections.ts';
import { ToolButton } from '../frame/ToolButton.tsx';

/** Number of selected records, linking to their export. */
export const CartButton = () => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const count = useSelections().reduce((sum, { ids }) => sum + ids.length, 0);
  return (
    <ToolButton
      label={translate('frame.cart.open', { n: count })}
      icon={<ShoppingBasketOutlined fontSize="small" />}
      count={count}
      onClick={() => navigate('/cabinet/exports/')}
    />
  );
};
