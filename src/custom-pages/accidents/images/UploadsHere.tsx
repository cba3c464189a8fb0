import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import { createStore } from '../../../store.ts';
import { useLease, useTakeLease } from '../lock/LeaseContext.tsx';
import { isLeasedByOther } from '../lock/LockState.tsx';
import { useImages } from '../queries.ts';
import { filesIn } from './check.ts';
import { UploadList } from './UploadList.tsx';
import { useUploads } from './useUploads.ts';

type Send = (files: readonly File[]) => void;
const sender = createStore<Send>(() => undefined);

/** Returns a function that sends pictures to the open accident. It takes the lease first if the lease is free. */
export const useSendImages = (): Send => sender.use();

/** The element for uploads in the panel of photographs. Null while it is not on the screen. */
const placeOnScreen = createStore<Element | null>(null);

/** The place of uploads among the photographs. Pictures can be pasted while it is scrolled away. */
export const UploadsPlace = () => {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onScreen = new IntersectionObserver(
      entries => placeOnScreen.set(entries.at(-1)?.isIntersecting ? place.current : null),
      // Bars cover the page's top and bottom.
      { rootMargin: '-112px 0px' },
    );
    if (place.current) onScreen.observe(place.current);
    return () => {
      onScreen.disconnect();
      placeOnScreen.set(null);
    };
  }, []);
  return <Box ref={place} sx={{ '&:not(:empty)': { mt: 1.5 } }} />;
};

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/** Handles pictures that are pasted or dropped anywhere on the page, and shows running uploads. */
export const UploadsHere = ({ accident }: { accident: AccidentDetail }) => {
  const { lease } = useLease();
  const take = useTakeLease();
  const already = useImages(accident.Id).data?.length ?? 0;
  const { uploads, add, retry, dismiss } = useUploads(accident.Id, already);
  const place = placeOnScreen.use();
  const held = isLeasedByOther(lease);
  const latest = useRef<Send>(() => undefined);
  latest.current = files => {
    if (files.length > 0 && !held) void take().then(mine => mine && add(files));
  };

  useEffect(() => {
    const send: Send = files => latest.current(files);
    const onPaste = (event: ClipboardEvent) => {
      const files = filesIn(event.clipboardData);
      // Pasted text has no files and is left alone.
      if (files.length === 0) return;
      event.preventDefault();
      send(files);
    };
    // Without this, a file dropped outside the drop area would replace the page and lose typed input.
    const onDragOver = (event: DragEvent) => carriesFiles(event) && event.preventDefault();
    const onDrop = (event: DragEvent) => {
      if (!carriesFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      send(filesIn(event.dataTransfer));
    };
    sender.set(send);
    document.addEventListener('paste', onPaste);
    document.addEventListener('dragover', onDragOver);
    document.addEventListener('drop', onDrop);
    return () => {
      sender.set(() => undefined);
      document.removeEventListener('paste', onPaste);
      document.removeEventListener('dragover', onDragOver);
      document.removeEventListener('drop', onDrop);
    };
  }, []);

  if (uploads.length === 0) return null;
  const list = <UploadList uploads={uploads} onRetry={retry} onDismiss={dismiss} />;
  if (place) return createPortal(list, place);
  return (
    <Paper
      elevation={6}
      sx={{
        position: 'fixed',
        // Next to the menu, which lies over the bar with this element.
        insetInlineStart: { xs: 16, lg: 'calc(var(--frame-aside) + 16px)' },
        bottom: { xs: 112, xl: 16 },
        zIndex: 'snackbar',
        width: 360,
        maxWidth: 'calc(100vw - 32px)',
        maxHeight: '50vh',
        overflowY: 'auto',
        p: 1.5,
      }}
    >
      {list}
    </Paper>
  );
};
