import Box from '@mui/material/Box';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Queue } from './Queue.tsx';
import { fitsBeside, QueueContext, queueWidth, useQueueOpen } from './queueState.ts';

const topOfContent = 'calc(var(--frame-header) + var(--frame-subheader))';

/** Returns a reference for an element, and whether its width has room for the queue beside the case. */
const useFitsBeside = () => {
  const element = useRef<HTMLDivElement>(null);
  const [isBeside, setIsBeside] = useState(false);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const measure = () => setIsBeside(fitsBeside(current.getBoundingClientRect().width));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [element, isBeside] as const;
};

/**
 * The queue beside the case where both fit, otherwise over its left part. A queue over the case takes no space, so the
 * case stays where it is.
 */
export const QueueFrame = ({ accidentId, children }: { accidentId: number; children: ReactNode }) => {
  const [element, isBeside] = useFitsBeside();
  const [isOpen, setOpen] = useQueueOpen(isBeside);
  const isColumn = isOpen && isBeside;
  return (
    <Box
      ref={element}
      sx={{
        display: 'grid',
        // The queue covers the page's left margin, and the bar of the case covers the gap.
        gridTemplateColumns: isColumn ? `${queueWidth - 24}px minmax(0, 1fr)` : 'minmax(0, 1fr)',
        columnGap: 3,
        alignItems: 'start',
      }}
    >
      {isOpen && (
        <Box
          sx={{
            position: 'sticky',
            top: topOfContent,
            zIndex: isColumn ? 'auto' : 'drawer',
            height: isColumn ? `calc(100vh - ${topOfContent})` : 0,
            mt: { xs: -2, lg: -3 },
            mb: isColumn ? -3 : { xs: 2, lg: 3 },
            ml: { xs: -2, lg: -3 },
            width: queueWidth,
            maxWidth: '92vw',
          }}
        >
          <Queue
            accidentId={accidentId}
            height={`calc(100vh - ${topOfContent})`}
            onClose={() => setOpen(false)}
            onOpened={isBeside ? undefined : () => setOpen(false)}
          />
        </Box>
      )}
      <QueueContext.Provider value={{ isOpen, toggle: () => setOpen(!isOpen) }}>
        <Box sx={{ minWidth: 0 }}>{children}</Box>
      </QueueContext.Provider>
    </Box>
  );
};
