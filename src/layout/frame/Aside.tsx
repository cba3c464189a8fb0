import KeyboardDoubleArrowLeft from '@mui/icons-material/KeyboardDoubleArrowLeft';
import PushPinOutlined from '@mui/icons-material/PushPinOutlined';
import IconButton from '@mui/material/IconButton';
import { memo } from 'react';
import { useTranslate } from 'react-admin';
import { SideMenu } from '../menu/SideMenu.tsx';
import { Brand } from './Brand.tsx';
import type { useSideMenu } from './sideMenuState.ts';

/**
 * Hides the button that expands the menu while the menu is minimised, because there is no space for it. With the
 * keyboard focus the button appears in place of the logo.
 */
const hiddenButtonStyle = {
  position: 'absolute',
  left: 17,
  borderRadius: 1,
  opacity: 0,
  pointerEvents: 'none',
  '&.Mui-focusVisible, &:focus-visible': { opacity: 1, bgcolor: 'background.paper' },
} as const;

/**
 * Side menu of wide screens. If it opens because the pointer is over it, it overlays the page, and the page does not
 * move.
 */
export const Aside = memo(({ minimised, open, hover, toggle }: ReturnType<typeof useSideMenu>) => {
  const translate = useTranslate();
  const label = translate(minimised ? 'shell.aside.expand' : 'shell.aside.minimise');
  return (
    <aside
      className="frame-aside"
      data-open={open || undefined}
      onMouseEnter={() => hover(true)}
      // The menu stays open while the keyboard focus or the pointer is in it. Leaving with one of them does not close
      // it for the other.
      onMouseLeave={({ currentTarget }) => currentTarget.querySelector(':focus-visible') || hover(false)}
      onFocus={() => hover(true)}
      onBlur={({ currentTarget }) => currentTarget.matches(':hover') || hover(false)}
    >
      <div className="frame-aside-head">
        <Brand mini={!open} />
        <IconButton
          size="small"
          onClick={toggle}
          aria-label={label}
          title={label}
          sx={open ? undefined : hiddenButtonStyle}
        >
          {minimised ? <PushPinOutlined fontSize="small" /> : <KeyboardDoubleArrowLeft fontSize="small" />}
        </IconButton>
      </div>
      <div className="frame-aside-menu">
        <SideMenu mini={!open} />
      </div>
    </aside>
  );
});
Aside.displayName = 'Aside';
