/** Easing function for the begin and the end of the movement. */
const eased = (part: number): number => (part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2);

/** Scrolls to the top within the duration, or at once with reduced motion. */
export const scrollToTop = (scrolled: Element, durationMs: number): void => {
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
