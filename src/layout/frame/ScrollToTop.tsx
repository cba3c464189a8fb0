import KeyboardArrowUp from '@mui/icons-material/KeyboardArrowUp';
import IconButton from '@mui/material/IconButton';
import { useTheme } from '@mui/material/styles';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { contentId } from './SkipLink.tsx';

/** Easing function: the scrolling starts and ends slowly. */
const easeInOut = (progress: number): number =>
  progress < 0.5 ? 2 * progress * progress : 1 - (2 - 2 * progress) ** 2 / 2;

const scrollToTop = (scroller: Element, durationMs: number): void => {
  const startTop = scroller.scrollTop;
  if (window.matchMedia?.('(prefers-reduced-motion: reduce)').matches) {
    scroller.scrollTop = 0;
    return;
  }
  let startedAt: number | undefined;
  const animateFrame = (now: number) => {
    startedAt ??= now;
    const progress = Math.min(1, (now - startedAt) / durationMs);
    scroller.scrollTop = Math.round(startTop * (1 - easeInOut(progress)));
    if (progress < 1) requestAnimationFrame(animateFrame);
  };
  requestAnimationFrame(animateFrame);
};

/** Returns the element that scrolls: the page, or a part of it with its own scrolling, such as a long list. */
const scrollerOf = ({ target }: Event): Element | undefined => {
  if (target === document) return document.scrollingElement ?? document.documentElement;
  return target instanceof Element && target.closest(`#${contentId}`) ? target : undefined;
};

export const ScrollToTop = () => {
  const translate = useTranslate();
  const { frame } = useTheme();
  const [farScroller, setFarScroller] = useState<Element>();
  useEffect(() => {
    const onScroll = (event: Event) => {
      const scroller = scrollerOf(event);
      if (scroller) setFarScroller(scroller.scrollTop > frame.toTopShownFromPx ? scroller : undefined);
    };
    document.addEventListener('scroll', onScroll, { passive: true, capture: true });
    return () => document.removeEventListener('scroll', onScroll, { capture: true });
  }, [frame]);
  if (!farScroller) return null;
  return (
    <IconButton
      className="scroll-to-top"
      aria-label={translate('shell.scrollToTop')}
      title={translate('shell.scrollToTop')}
      onClick={() => scrollToTop(farScroller, frame.toTopDurationMs)}
      sx={{
        position: 'fixed',
        zIndex: 'fab',
        right: 16,
        bottom: 16,
        border: 1,
        borderColor: 'divider',
        color: 'text.primary',
        '&, &:hover': { bgcolor: 'background.paper' },
      }}
    >
      <KeyboardArrowUp />
    </IconButton>
  );
};
