import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { handOn, takeOver } from './api/handover.ts';
import { readToken } from './api/token.ts';
import { App } from './app/App.tsx';
import { askFirst } from './app/askFirst.ts';
import { LazyCabinet } from './app/loadCabinet.ts';
import { recoverChunk } from './app/recover.ts';
import { beginLoading } from './feedback/loading.ts';
import { onMissingChunk } from './fetchChunk.ts';
import { openTexts } from './i18n/store.ts';

const root = document.getElementById('reactroot');
if (!root) throw new Error('index.html has no element #reactroot');

/** Fetches what the first drawing shows, all of it side by side. */
const bring = async (): Promise<void> => {
  await takeOver();
  handOn();
  if (!readToken()) return openTexts('first');
  askFirst();
  // What of it does not come is told of by the page, which asks for it again.
  const cabinet = LazyCabinet.fetch().catch(() => undefined);
  await Promise.all([openTexts('whole'), cabinet]);
};

onMissingChunk(recoverChunk);
const ended = beginLoading();
// Not awaited here: the other scripts wait for this one to be done.
void bring()
  // In steps, between which the browser may answer: the first drawing is the largest of all.
  .then(() => startTransition(() => createRoot(root).render(<App />)))
  // Without words the splash still stands, and offers a reload.
  .finally(ended);
