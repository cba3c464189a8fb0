import KeyboardArrowUp from '@mui/icons-material/KeyboardArrowUp';
import Fab from '@mui/material/Fab';
import { useTheme } from '@mui/material/styles';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { contentId } from './SkipLink.tsx';

/** Easing function for the begin and the end of the movement. */
const eased = (part: number): number => (part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2);

/** Scrolls to the top within the duration, or at once with reduced motion. */
const scrollToTop = (scrolled: Element, durationMs: number): void => {
  const from = scrolled.scrollTop;
  if (window.matchMedia?.('(prefers-reduced-motion: reduce)').matches) {
    scrolled.scrollTop = 0;
    return;
  }
  let startedAt: number | undefined;
  const step = (now: number) => {
    startedAt ??= now;
    const part = Math.min(1, (now - startedAt) / durationMs);
    scrolled.scrollTop = Math.round(from * (1 - eased(part)));
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
};

/** Returns the scrolled element: the page, or a part of it with its own scrolling, such as a long list. */
const scrolledBy = ({ target }: Event): Element | undefined => {
  if (target === document) return document.scrollingElement ?? document.documentElement;
  return target instanceof Element && target.closest(`#${contentId}`) ? target : undefined;
};

/** Button that scrolls to the top. It appears after scrolling far enough. */
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
