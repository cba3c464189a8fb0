import KeyboardArrowUp from '@mui/icons-material/KeyboardArrowUp';
import Fab from '@mui/material/Fab';
import { useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';
import { config } from '../../config.ts';

const offsetPx = 300;

/** Appears once the page has been scrolled far enough to be worth it. */
export const ScrollToTop = () => {
  const translate = useTranslate();
  const [far, setFar] = useState(false);
  useEffect(() => {
    const look = () => setFar(window.scrollY > offsetPx);
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  if (!far || !config.layout.scrollToTop) return null;
  return (
    <Fab
      size="small"
      aria-label={translate('shell.scrollToTop')}
      onClick={() => window.scrollTo({ top: 0, behavior: 'smooth' })}
      sx={{
        position: 'fixed',
        right: 16,
        bottom: 16,
        boxShadow: 0,
        border: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      <KeyboardArrowUp />
    </Fab>
  );
};
