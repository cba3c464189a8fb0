import ShoppingBasketOutlined from '@mui/icons-material/ShoppingBasketOutlined';
import ViewSidebarOutlined from '@mui/icons-material/ViewSidebarOutlined';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { config } from '../../config.ts';
import { useSelections } from '../../dataProvider/useSelections.ts';
import { showMissing } from '../../feedback/ChunkMissing.tsx';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../feedback/lazyComponent.ts';
import { QuickActions } from '../tools/QuickActions.tsx';
import { ToolButton } from './ToolButton.tsx';

const QuickPanel = lazyComponent('QuickPanel', () => import('../tools/QuickPanel.tsx'));

const QuickPanelButton = () => {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  return (
    <>
      <ToolButton
        label={translate('frame.quick.open')}
        icon={<ViewSidebarOutlined fontSize="small" />}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      />
      {asked && (
        <LazyBoundary failed={showMissing}>
          <QuickPanel open={open} onClose={() => setOpen(false)} />
        </LazyBoundary>
      )}
    </>
  );
};

/** Number of selected records, linking to their export. */
const CartButton = () => {
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
