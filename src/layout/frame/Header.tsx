import MenuIcon from '@mui/icons-material/Menu';
import MoreVert from '@mui/icons-material/MoreVert';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'ra-core';
import { LanguageSwitch } from '../../components/LanguageSwitch.tsx';
import { ThemeSwitch } from '../../components/ThemeSwitch.tsx';
import { config } from '../../config.ts';
import { Later } from '../../feedback/Later.tsx';
import { PartMissing } from '../../feedback/PartMissing.tsx';
import { part } from '../../feedback/part.ts';
import { ProfileMenu } from '../profile/ProfileMenu.tsx';
import { SearchButton } from '../search/SearchButton.tsx';
import { Brand } from './Brand.tsx';
import { TopMenu } from './TopMenu.tsx';
import { useSettled } from './useSettled.ts';

const HeaderTools = part('HeaderTools', () => import('./HeaderTools.tsx'));
const LiveTools = part('LiveTools', () => import('../live/LiveTools.tsx'), 'live');
const { quickActions, cart, quickPanel } = config.layout;
const toolsOn = quickActions || cart || quickPanel;

interface Props {
  readonly onMainMenu: () => void;
  readonly onTopMenu: () => void;
}

const wide = { xs: 'none', lg: 'flex' } as const;
const narrow = { xs: 'flex', lg: 'none' } as const;

/** Top of the frame. Below the `lg` breakpoint both menus hide behind a burger each. */
export const Header = ({ onMainMenu, onTopMenu }: Props) => {
  const translate = useTranslate();
  const settled = useSettled();
  return (
    <Box
      component="header"
      sx={theme => ({
        height: theme.frame.header,
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        px: { xs: 1, lg: 3 },
      })}
    >
      <Box sx={{ display: narrow, alignItems: 'center', gap: 0.5, minWidth: 0 }}>
        <IconButton onClick={onMainMenu} aria-label={translate('shell.menu.openMain')}>
          <MenuIcon />
        </IconButton>
        <Brand />
      </Box>
      <Box sx={{ display: wide, ml: -1.5 }}>
        <TopMenu />
      </Box>
      <Box sx={{ flex: 1 }} />
      {settled && toolsOn && (
        <Later failed={<PartMissing />}>
          <HeaderTools />
        </Later>
      )}
      {settled && (
        <Later failed={<PartMissing />}>
          <LiveTools />
        </Later>
      )}
      {config.layout.search && <SearchButton />}
      <Box sx={{ display: wide, alignItems: 'center', gap: 1 }}>
        {config.layout.languageSwitcher && <LanguageSwitch />}
        <ThemeSwitch />
      </Box>
      <ProfileMenu />
      <IconButton onClick={onTopMenu} aria-label={translate('shell.menu.openTop')} sx={{ display: narrow }}>
        <MoreVert />
      </IconButton>
    </Box>
  );
};
