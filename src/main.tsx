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

/** Loads everything the first render needs, in parallel. */
const loadFirst = async (): Promise<void> => {
  await takeOver();
  handOn();
  if (!readToken()) return openTexts('first');
  askFirst();
  // The page reports failures and retries.
  const cabinet = LazyCabinet.fetch().catch(() => undefined);
  await Promise.all([openTexts('whole'), cabinet]);
};

onMissingChunk(recoverChunk);
const ended = beginLoading();
// Not awaited: other scripts wait for this one to finish.
void loadFirst()
  // As a transition, so that the browser stays responsive during this largest render.
  .then(() => startTransition(() => createRoot(root).render(<App />)))
  // Without texts the splash stays and offers a reload.
  .finally(ended);
