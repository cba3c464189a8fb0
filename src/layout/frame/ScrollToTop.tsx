import KeyboardArrowUp from '@mui/icons-material/KeyboardArrowUp';
import Fab from '@mui/material/Fab';
import { useTheme } from '@mui/material/styles';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { contentId } from './SkipLink.tsx';
import { scrollToTop } from './toTop.ts';

/** Returns the page, or an element with its own scrolling, such as a long list. */
const scrolledBy = ({ target }: Event): Element | undefined => {
  if (target === document) return document.scrollingElement ?? document.documentElement;
  return target instanceof Element && target.closest(`#${contentId}`) ? target : undefined;
};

/** Appears after scrolling far enough. */
export const ScrollToTop = () => {
  const translate = useTranslate();
  const { frame } = useTheme();
  const [far, setFar] = useState<Element>();
  useEffect(() => {
    const look = (event: Event) => {
      const scrolled = scrolledBy(event);
      if (scrolled) setFar(scrolled.scrollTop > frame.toTopFrom ? scrolled : undefined);
    };
    document.addEventListener('scroll', look, { passive: true, capture: true });
    return () => document.removeEventListener('scroll', look, { capture: true });
  }, [frame]);
  if (!far) return null;
  return (
    <Fab
      size="small"
      aria-label={translate('shell.scrollToTop')}
      title={translate('shell.scrollToTop')}
      onClick={() => scrollToTop(far, frame.toTopMs)}
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
