import Box from '@mui/material/Box';
import { config } from '../../config.ts';
import { CartButton } from '../tools/CartButton.tsx';
import { QuickActions } from '../tools/QuickActions.tsx';
import { QuickPanelButton } from '../tools/QuickPanelButton.tsx';

/** Configured tools, in a wide header or in the menu of a narrow one. Loaded after the first page. */
export const HeaderTools = ({ inMenu = false }: { inMenu?: boolean }) => {
  const { quickActions, cart, quickPanel } = config.layout;
  return (
    <Box sx={{ display: inMenu ? 'flex' : { xs: 'none', lg: 'flex' }, alignItems: 'center', gap: 1 }}>
      {quickPanel && <QuickPanelButton />}
      {quickActions && <QuickActions />}
      {cart && <CartButton />}
    </Box>
  );
};
