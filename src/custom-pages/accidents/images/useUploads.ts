import { useTranslate } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { imageMaxBytes, imagesPerAccident } from '../../../contract/limits.ts';
import { useProvider } from '../../../dataProvider/useProvider.ts';
import { noticeFailure } from '../../../feedback/notice.ts';
import { useFailureText } from '../failures.ts';
import { fileSize } from '../formats.ts';
import { useRefusal } from '../lock/LeaseContext.tsx';
import { useWritten } from '../queries.ts';
import { useLanguage } from '../useLanguage.ts';
import { imageFault } from './check.ts';

export interface Upload {
  readonly key: number;
  readonly name: string;
  /** Progress, 0…1. */
  readonly share: number;
  /** Error text. */
  readonly failure?: string;
}

let nextKey = 1;

/** Uploads, one at a time: on a phone's connection the first arrives sooner. */
export const useUploads = (accidentId: number, already: number) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const failureText = useFailureText();
  const refusal = useRefusal();
  const provider = useProvider();
  const written = useWritten(accidentId);
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
      const { signal } = stop.current;
      const meta = { of: accidentId, onProgress: (share: number) => change(key, { share }), signal };
      await provider.create('accidents.images', { data: { file }, meta });
      dismiss(key);
      written.nested('images');
    } catch (error) {
      refusal(error);
      noticeFailure(error);
      change(key, { failure: failureText(error) });
    }
  };
  const add = (files: readonly File[]) => {
    for (const [index, file] of files.entries()) {
      const key = nextKey++;
      const fault = imageFault(file, already + index);
      const failure = fault && translate(`accident.images.faults.${fault}`, limits);
      setUploads(now => [...now, { key, name: file.name, share: 0, failure }]);
      if (!fault) queue.current = queue.current.then(() => send(key, file));
    }
  };
  return { uploads, add, dismiss };
};
