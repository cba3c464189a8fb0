import KeyboardDoubleArrowLeft from '@mui/icons-material/KeyboardDoubleArrowLeft';
import PushPinOutlined from '@mui/icons-material/PushPinOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'ra-core';
import { SideMenu } from '../menu/SideMenu.tsx';
import type { useAside } from './asideState.ts';
import { Brand } from './Brand.tsx';

/** Shut there is no room for the button. The keyboard still comes to it, and sees it in place of the mark. */
const shut = {
  position: 'absolute',
  left: 17,
  borderRadius: 1,
  opacity: 0,
  pointerEvents: 'none',
  '&.Mui-focusVisible, &:focus-visible': { opacity: 1, bgcolor: 'background.paper' },
} as const;

/** The side menu on a wide screen. Opened by hovering it lies over the page, which does not move. */
export const Aside = ({ minimised, open, hover, toggle }: ReturnType<typeof useAside>) => {
  const translate = useTranslate();
  const label = translate(minimised ? 'shell.aside.expand' : 'shell.aside.minimise');
  return (
    <Box
      component="aside"
      onMouseEnter={() => hover(true)}
      // The pointer does not close it over who walks it by the keyboard, nor the other way round.
      onMouseLeave={({ currentTarget }) => currentTarget.querySelector(':focus-visible') || hover(false)}
      onFocus={() => hover(true)}
      onBlur={({ currentTarget }) => currentTarget.matches(':hover') || hover(false)}
      sx={theme => ({
        position: 'fixed',
        insetBlock: 0,
        left: 0,
        zIndex: theme.zIndex.drawer,
        width: open ? theme.frame.aside : theme.frame.asideMini,
        display: { xs: 'none', lg: 'flex' },
        flexDirection: 'column',
        bgcolor: 'background.paper',
        borderRight: 1,
        borderColor: 'divider',
        overflow: 'hidden',
        transition: theme.transitions.create('width', { duration: theme.transitions.duration.shortest }),
      })}
    >
      <Box
        sx={theme => ({
          height: theme.frame.header,
          flexShrink: 0,
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          pl: 2.25,
          pr: 1,
        })}
      >
        <Brand mini={!open} />
        <IconButton size="small" onClick={toggle} aria-label={label} title={label} sx={open ? undefined : shut}>
          {minimised ? <PushPinOutlined fontSize="small" /> : <KeyboardDoubleArrowLeft fontSize="small" />}
        </IconButton>
      </Box>
      <Box sx={{ flex: 1, overflowY: 'auto', overflowX: 'hidden' }}>
        <SideMenu mini={!open} />
      </Box>
    </Box>
  );
};
