import { config } from '../../config.ts';
import { CartButton } from '../tools/CartButton.tsx';
import { QuickActions } from '../tools/QuickActions.tsx';
import { QuickPanelButton } from '../tools/QuickPanelButton.tsx';

/** Tools of the header the configuration turns on. Fetched once the first page stands. */
export const HeaderTools = () => {
  const { quickActions, cart, quickPanel } = config.layout;
  return (
    <>
      {quickPanel && <QuickPanelButton />}
      {quickActions && <QuickActions />}
      {cart && <CartButton />}
    </>
  );
};
