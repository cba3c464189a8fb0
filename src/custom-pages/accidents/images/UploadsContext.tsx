import { Paper } from '@mui/material';
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import { useLease, useTakeLease } from '../lock/LeaseContext.tsx';
import { byOther } from '../lock/LockState.tsx';
import { useImages } from '../queries.ts';
import { filesIn } from './check.ts';
import { UploadList } from './UploadList.tsx';
import { useUploads } from './useUploads.ts';

const Context = createContext<(files: readonly File[]) => void>(() => undefined);

/** Sends pictures to the accident that is open, taking it first where it is free. */
export const useSendImages = () => useContext(Context);

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/** Pictures pasted or dropped anywhere on the page, and those on their way. */
export const UploadsProvider = ({ accident, children }: { accident: AccidentDetail; children: ReactNode }) => {
  const { lease } = useLease();
  const take = useTakeLease();
  const already = useImages(accident.Id).data?.length ?? 0;
  const { uploads, add, retry, dismiss } = useUploads(accident.Id, already);
  const held = byOther(lease);
  const send = (files: readonly File[]) => {
    if (files.length > 0 && !held) void take().then(mine => mine && add(files));
  };
  const latest = useRef(send);
  latest.current = send;

  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = filesIn(event.clipboardData);
      // Pasted text has no files and is left alone.
      if (files.length === 0 || event.defaultPrevented) return;
      event.preventDefault();
      latest.current(files);
    };
    // A file that is dropped beside its place would replace the page, and what was typed with it.
    const onDragOver = (event: DragEvent) => carriesFiles(event) && event.preventDefault();
    const onDrop = (event: DragEvent) => {
      if (!carriesFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      latest.current(filesIn(event.dataTransfer));
    };
    document.addEventListener('paste', onPaste);
    document.addEventListener('dragover', onDragOver);
    document.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('paste', onPaste);
      document.removeEventListener('dragover', onDragOver);
      document.removeEventListener('drop', onDrop);
    };
  }, []);

  return (
    <Context.Provider value={send}>
      {children}
      {uploads.length > 0 && (
        <Paper
          elevation={6}
          sx={{
            position: 'fixed',
            insetInlineStart: 16,
            bottom: { xs: 112, xl: 16 },
            zIndex: 'snackbar',
            width: 360,
            maxWidth: 'calc(100vw - 32px)',
            maxHeight: '50vh',
            overflowY: 'auto',
            p: 1.5,
          }}
        >
          <UploadList uploads={uploads} onRetry={retry} onDismiss={dismiss} />
        </Paper>
      )}
    </Context.Provider>
  );
};
