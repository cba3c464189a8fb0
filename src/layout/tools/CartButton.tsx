import ShoppingBasketOutlined from '@mui/icons-material/ShoppingBasketOutlined';
import { useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useAccount } from '../../authProvider/account.ts';
import { openBasket, useBasket } from '../../components/basket.ts';
import { ToolButton } from '../frame/ToolButton.tsx';

/** How much was put aside for export; leads to where it is exported. */
export const CartButton = () => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const id = useAccount()?.Id;
  const count = useBasket().length;
  useEffect(() => {
    if (id !== undefined) openBasket(String(id));
  }, [id]);
  return (
    <ToolButton
      label={translate('frame.cart.open', { n: count })}
      icon={<ShoppingBasketOutlined fontSize="small" />}
      count={count}
      onClick={() => navigate('/cabinet/exports/')}
    />
  );
};
