import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { imageMaxBytes, imagesPerAccident } from '../../../contract/limits.ts';
import { noticeUnshown } from '../../../feedback/notice.ts';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import { useFailureText } from '../failures.ts';
import { fileSize } from '../formats.ts';
import { useLockRefusal } from '../lock/LeaseContext.tsx';
import { useAfterWrite } from '../queries.ts';
import { imageFaults, mayRetry } from './check.ts';
import { sendInPieces } from './sendInPieces.ts';

/** A picture being uploaded. */
export interface Upload {
  readonly key: number;
  readonly file: File;
  /** Progress, 0…1. */
  readonly share: number;
  /** True while the connection is lost. The upload continues by itself. */
  readonly waiting?: boolean;
  /** Error texts. */
  readonly failures?: readonly string[] | undefined;
  /** Nothing is gained by sending the file again. */
  readonly isFinal?: boolean;
}

let nextKey = 1;

/** Uploads one picture at a time, so that on a slow connection the first arrives sooner. */
export const useUploads = (accidentId: number, already: number) => {
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
          if (failure !== undefined) noticeUnshown(failure);
          change(key, { waiting: failure !== undefined });
        },
      });
      dismiss(key);
      written.nested('images');
    } catch (error) {
      if (stop.current.signal.aborted) return dismiss(key);
      refusal(error);
      // The list of uploads shows the reason.
      noticeUnshown(error);
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
      // Another photo may be deleted to make room.
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
