import CloseIcon from '@mui/icons-material/Close';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { createPortal } from 'react-dom';
import { imageMaxBytes, imagesPerAccident } from '../../../contract/limits.ts';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import { handleFailureSilently } from '../../../feedback/failures.ts';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import { createStore } from '../../../store.ts';
import { useFailureText } from '../failures.ts';
import { fileSize } from '../formats.ts';
import { useLease, useLockRefusal, useTakeLease } from '../lock/LeaseContext.tsx';
import { isLeasedByOther } from '../lock/LockState.tsx';
import { useAfterWrite, useImages } from '../queries.ts';
import { filesIn, imageFaults, mayRetry } from './check.ts';
import { sendInPieces } from './sendInPieces.ts';

/** An upload of one picture that runs, waits in the queue or has failed. */
interface Upload {
  readonly key: number;
  readonly file: File;
  /** Progress, 0…1. */
  readonly share: number;
  /** True while the connection is lost. The upload continues by itself. */
  readonly waiting?: boolean;
  /** Error texts. */
  readonly failures?: readonly string[] | undefined;
  /** True if sending the file again would fail again. */
  readonly isFinal?: boolean;
}

let nextKey = 1;

/** Uploads one picture at a time, because on a slow connection the first picture then arrives sooner. */
const useUploads = (accidentId: number, already: number) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const failureText = useFailureText();
  const refusal = useLockRefusal();
  const written = useAfterWrite(accidentId);
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const queue = useRef(Promise.resolve());
  const stop = useRef(new AbortController());
  useEffect(() => {
    stop.current = new AbortController();
    return () => stop.current.abort();
  }, []);
  const change = (key: number, changes: Partial<Upload>) =>
    setUploads(now => now.map(upload => (upload.key === key ? { ...upload, ...changes } : upload)));
  const dismiss = (key: number) => setUploads(now => now.filter(upload => upload.key !== key));
  const limits = { size: fileSize(imageMaxBytes, locale), count: imagesPerAccident };

  const send = async (key: number, file: File) => {
    try {
      await sendInPieces(accidentId, file, {
        signal: stop.current.signal,
        onProgress: share => change(key, { share }),
        onWaiting: failure => {
          if (failure !== undefined) handleFailureSilently(failure);
          change(key, { waiting: failure !== undefined });
        },
      });
      dismiss(key);
      written.nested('images');
    } catch (error) {
      if (stop.current.signal.aborted) return dismiss(key);
      refusal(error);
      // Shows no toast, because the list of uploads shows the reason.
      handleFailureSilently(error);
      change(key, { failures: [failureText(error)], isFinal: !mayRetry(error), waiting: false });
    }
  };
  const line = (key: number, file: File) => {
    queue.current = queue.current.then(() => send(key, file));
  };
  const add = (files: readonly File[]) => {
    for (const [index, file] of files.entries()) {
      const onTheirWay = uploads.filter(({ failures }) => failures === undefined).length;
      const faults = imageFaults(file, already + onTheirWay + index);
      const key = nextKey++;
      if (faults.length === 0) {
        setUploads(now => [...now, { key, file, share: 0 }]);
        line(key, file);
        continue;
      }
      const failures = faults.map(fault => translate(`accident.images.faults.${fault}`, limits));
      // A file over the maximum number of pictures can be retried, because the user may delete another picture.
      const isFinal = faults.some(fault => fault !== 'count');
      setUploads(now => [...now, { key, file, share: 0, failures, isFinal }]);
    }
  };
  const retry = ({ key, file }: Upload) => {
    change(key, { failures: undefined, share: 0 });
    line(key, file);
  };
  return { uploads, add, retry, dismiss };
};

interface Props {
  readonly uploads: readonly Upload[];
  readonly onRetry: (upload: Upload) => void;
  readonly onDismiss: (key: number) => void;
}

const OnItsWay = ({ upload: { file, share, waiting } }: { upload: Upload }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  return (
    <Box>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Typography variant="caption" noWrap sx={{ flexGrow: 1 }}>
          {file.name}
        </Typography>
        <Typography variant="caption" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
          {waiting ? translate('accident.images.waiting') : share.toLocaleString(locale, { style: 'percent' })}
        </Typography>
      </Box>
      <LinearProgress
        variant={share < 1 ? 'determinate' : 'indeterminate'}
        color={waiting ? 'warning' : 'primary'}
        value={share * 100}
        aria-label={translate('accident.images.sending', { name: file.name })}
      />
    </Box>
  );
};

/** Uploads with their progress or failure. */
const UploadList = ({ uploads, onRetry, onDismiss }: Props) => {
  const translate = useTranslate();
  return (
    <Box aria-live="polite" sx={{ display: 'grid', gap: 1 }}>
      {uploads.map(upload =>
        upload.failures === undefined ? (
          <OnItsWay key={upload.key} upload={upload} />
        ) : (
          <Alert
            key={upload.key}
            severity="error"
            variant="outlined"
            sx={{ '& .MuiAlert-message': { overflowWrap: 'anywhere' } }}
            action={
              <>
                {!upload.isFinal && (
                  <Button size="small" color="inherit" onClick={() => onRetry(upload)}>
                    {translate('accident.images.retry')}
                  </Button>
                )}
                <IconButton
                  size="small"
                  aria-label={translate('accident.images.dismiss')}
                  onClick={() => onDismiss(upload.key)}
                >
                  <CloseIcon fontSize="small" />
                </IconButton>
              </>
            }
          >
            {/* Shows the file name unless the server's message contains it already. */}
            {!upload.failures.some(failure => failure.includes(upload.file.name)) && upload.file.name}
            {upload.failures.map(failure => (
              <Typography key={failure} variant="body2">
                {failure}
              </Typography>
            ))}
          </Alert>
        ),
      )}
    </Box>
  );
};

type Send = (files: readonly File[]) => void;
const sender = createStore<Send>(() => undefined);

/** Returns a function that sends pictures to the open accident. It takes the lease first if the lease is free. */
export const useSendImages = (): Send => sender.use();

/** Element in the panel of pictures that shows uploads. Null while this element is not visible. */
const placeOnScreen = createStore<Element | null>(null);

/**
 * Container for uploads in the panel of pictures. The page shows uploads elsewhere while this container is scrolled out
 * of view, because pictures can be pasted at any time.
 */
export const UploadsPlace = () => {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onScreen = new IntersectionObserver(
      entries => placeOnScreen.set(entries.at(-1)?.isIntersecting ? place.current : null),
      // The margin excludes the bars that cover the top and bottom of the page.
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
      // Does not handle a paste without files, because it is pasted text.
      if (files.length === 0) return;
      event.preventDefault();
      send(files);
    };
    // Without this handler, the browser would open a file that is dropped outside the drop area. That would replace the
    // page and lose typed input.
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
        // Placed beside the open menu on wide screens, because the menu would cover the uploads.
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
