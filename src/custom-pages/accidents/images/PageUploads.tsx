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
import { imageMaxBytes, imagesPerAccidentMax } from '../../../contract/limits.ts';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import { handleFailureSilently } from '../../../feedback/failures.ts';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import { createStore } from '../../../store.ts';
import { useFailureText } from '../failures.ts';
import { formatFileSize } from '../formats.ts';
import { useLease, useLockRefusal, useTakeLease } from '../lock/LeaseContext.tsx';
import { isLeasedByOther } from '../lock/LockState.tsx';
import { useAfterWrite, useImages } from '../queries.ts';
import { filesIn, imageFaultsByFile, mayRetry } from './check.ts';
import { sendInPieces } from './sendInPieces.ts';

/** An upload of one picture that runs, waits in the queue or has failed. */
interface Upload {
  readonly key: number;
  readonly file: File;
  /** Uploaded share of the file, 0…1. */
  readonly progress: number;
  /** True while the connection is lost. The upload continues by itself when the connection is back. */
  readonly waiting?: boolean;
  /** Texts that say why the upload failed. */
  readonly failures?: readonly string[] | undefined;
  /** True if sending the file again would fail again. */
  readonly isPermanent?: boolean;
}

let nextKey = 1;

/** Uploads one picture at a time, because on a slow connection the first picture then arrives sooner. */
const useUploads = (accidentId: number, storedCount: number) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const failureText = useFailureText();
  const reportLockRefusal = useLockRefusal();
  const afterWrite = useAfterWrite(accidentId);
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const queue = useRef(Promise.resolve());
  const abortController = useRef(new AbortController());
  useEffect(() => {
    abortController.current = new AbortController();
    return () => abortController.current.abort();
  }, []);
  const changeUpload = (key: number, changes: Partial<Upload>) =>
    setUploads(previous => previous.map(upload => (upload.key === key ? { ...upload, ...changes } : upload)));
  const dismiss = (key: number) => setUploads(previous => previous.filter(upload => upload.key !== key));
  const limits = { size: formatFileSize(imageMaxBytes, locale), count: imagesPerAccidentMax };

  const send = async (key: number, file: File) => {
    try {
      await sendInPieces(accidentId, file, {
        signal: abortController.current.signal,
        onProgress: progress => changeUpload(key, { progress }),
        onWaiting: failure => {
          if (failure !== undefined) handleFailureSilently(failure);
          changeUpload(key, { waiting: failure !== undefined });
        },
      });
      dismiss(key);
      afterWrite.refetchNested('images');
    } catch (error) {
      if (abortController.current.signal.aborted) return dismiss(key);
      reportLockRefusal(error);
      // Shows no toast, because the list of uploads shows the reason.
      handleFailureSilently(error);
      changeUpload(key, { failures: [failureText(error)], isPermanent: !mayRetry(error), waiting: false });
    }
  };
  const enqueue = (key: number, file: File) => {
    queue.current = queue.current.then(() => send(key, file));
  };
  const add = (files: readonly File[]) => {
    const pendingCount = uploads.filter(({ failures }) => failures === undefined).length;
    const faultsByFile = imageFaultsByFile(files, storedCount + pendingCount);
    for (const [index, file] of files.entries()) {
      const faults = faultsByFile[index] ?? [];
      const key = nextKey++;
      if (faults.length === 0) {
        setUploads(previous => [...previous, { key, file, progress: 0 }]);
        enqueue(key, file);
        continue;
      }
      const failures = faults.map(fault => translate(`accident.images.faults.${fault}`, limits));
      // A picture refused because the accident has too many pictures can be sent again, because the user may delete
      // another picture.
      const isPermanent = faults.some(fault => fault !== 'count');
      setUploads(previous => [...previous, { key, file, progress: 0, failures, isPermanent }]);
    }
  };
  const retry = ({ key, file }: Upload) => {
    changeUpload(key, { failures: undefined, progress: 0 });
    enqueue(key, file);
  };
  return { uploads, add, retry, dismiss };
};

interface Props {
  readonly uploads: readonly Upload[];
  readonly onRetry: (upload: Upload) => void;
  readonly onDismiss: (key: number) => void;
}

const UploadProgress = ({ upload: { file, progress, waiting } }: { upload: Upload }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  return (
    <Box>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Typography variant="caption" noWrap sx={{ flexGrow: 1 }}>
          {file.name}
        </Typography>
        <Typography variant="caption" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
          {waiting ? translate('accident.images.waiting') : progress.toLocaleString(locale, { style: 'percent' })}
        </Typography>
      </Box>
      <LinearProgress
        variant={progress < 1 ? 'determinate' : 'indeterminate'}
        color={waiting ? 'warning' : 'primary'}
        value={progress * 100}
        aria-label={translate('accident.images.sending', { name: file.name })}
      />
    </Box>
  );
};

const UploadList = ({ uploads, onRetry, onDismiss }: Props) => {
  const translate = useTranslate();
  return (
    <Box aria-live="polite" sx={{ display: 'grid', gap: 1 }}>
      {uploads.map(upload =>
        upload.failures === undefined ? (
          <UploadProgress key={upload.key} upload={upload} />
        ) : (
          <Alert
            key={upload.key}
            severity="error"
            variant="outlined"
            sx={{ '& .MuiAlert-message': { overflowWrap: 'anywhere' } }}
            action={
              <>
                {!upload.isPermanent && (
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

type SendImages = (files: readonly File[]) => void;
const imageSender = createStore<SendImages>(() => undefined);

/** Returns a function that sends pictures to the open accident. It takes the lease first if the lease is free. */
export const useSendImages = (): SendImages => imageSender.use();

/** Element in the panel of pictures that shows uploads. Null while this element is not visible. */
const visibleContainer = createStore<Element | null>(null);

/**
 * Container for uploads in the panel of pictures. The page shows uploads elsewhere while this container is scrolled out
 * of view, because pictures can be pasted at any time.
 */
export const UploadsContainer = () => {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      entries => visibleContainer.set(entries.at(-1)?.isIntersecting ? container.current : null),
      // The margin excludes the bars that cover the top and bottom of the page, because uploads behind a bar are not
      // visible.
      { rootMargin: '-112px 0px' },
    );
    if (container.current) observer.observe(container.current);
    return () => {
      observer.disconnect();
      visibleContainer.set(null);
    };
  }, []);
  return <Box ref={container} sx={{ '&:not(:empty)': { mt: 1.5 } }} />;
};

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/** Handles pictures that are pasted or dropped anywhere on the page, and shows running uploads. */
export const PageUploads = ({ accident }: { accident: AccidentDetail }) => {
  const { lease } = useLease();
  const takeLease = useTakeLease();
  const storedCount = useImages(accident.Id).data?.length ?? 0;
  const { uploads, add, retry, dismiss } = useUploads(accident.Id, storedCount);
  const container = visibleContainer.use();
  const isLocked = isLeasedByOther(lease);
  const latestSend = useRef<SendImages>(() => undefined);
  latestSend.current = files => {
    if (files.length > 0 && !isLocked) void takeLease().then(isTaken => isTaken && add(files));
  };

  useEffect(() => {
    const send: SendImages = files => latestSend.current(files);
    const onPaste = (event: ClipboardEvent) => {
      const files = filesIn(event.clipboardData);
      // Does not handle a paste without files, because it is pasted text.
      if (files.length === 0) return;
      event.preventDefault();
      send(files);
    };
    // Without this handler, the browser would open a file that is dropped outside the drop area. That would replace the
    // page and lose typed input.
    const onDragOver = (event: DragEvent) => hasFiles(event) && event.preventDefault();
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      send(filesIn(event.dataTransfer));
    };
    imageSender.set(send);
    document.addEventListener('paste', onPaste);
    document.addEventListener('dragover', onDragOver);
    document.addEventListener('drop', onDrop);
    return () => {
      imageSender.set(() => undefined);
      document.removeEventListener('paste', onPaste);
      document.removeEventListener('dragover', onDragOver);
      document.removeEventListener('drop', onDrop);
    };
  }, []);

  if (uploads.length === 0) return null;
  const list = <UploadList uploads={uploads} onRetry={retry} onDismiss={dismiss} />;
  if (container) return createPortal(list, container);
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
