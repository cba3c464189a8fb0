import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';
import { Later } from '../../feedback/Later.tsx';
import { PartMissing } from '../../feedback/PartMissing.tsx';
import { part } from '../../feedback/part.ts';

const load = () => import('./SearchDialog.tsx');
const SearchDialog = part('SearchDialog', load, 'search');

const mac = /Mac|iPhone|iPad/.test(navigator.platform);

/** Ctrl+K wherever one is, whatever the keyboard's layout. */
const useShortcut = (open: () => void): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.code !== 'KeyK' || event.shiftKey || event.altKey || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [open]);
};

/** The way to the search: looks like a field where there is room for one. Nothing of the search is fetched before. */
export const SearchButton = () => {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const [show] = useState(() => () => {
    setWanted(true);
    setOpen(true);
  });
  useShortcut(show);
  const label = translate('lists.search');
  const rest = { onClick: show, 'aria-haspopup': 'dialog', 'aria-keyshortcuts': 'Control+K Meta+K' } as const;
  return (
    <>
      <ButtonBase
        {...rest}
        onPointerEnter={() => void load().catch(() => undefined)}
        sx={theme => ({
          display: { xs: 'none', xl: 'flex' },
          gap: 1,
          minHeight: theme.spacing(4.5),
          minWidth: theme.spacing(22),
          px: 1.25,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          color: 'text.secondary',
          typography: 'body2',
          '&:hover': { borderColor: 'text.secondary' },
        })}
      >
        <Search fontSize="small" aria-hidden />
        {label}
        <Box component="kbd" aria-hidden sx={{ ml: 'auto', typography: 'caption', fontFamily: 'inherit' }}>
          {mac ? '⌘K' : 'Ctrl K'}
        </Box>
      </ButtonBase>
      <IconButton {...rest} aria-label={label} title={label} sx={{ display: { xl: 'none' }, mr: { xs: -1, lg: 0 } }}>
        <Search />
      </IconButton>
      {wanted && (
        <Later failed={<PartMissing />}>
          <SearchDialog open={open} onClose={() => setOpen(false)} />
        </Later>
      )}
    </>
  );
};
