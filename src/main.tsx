import { type ReactNode, startTransition, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { guardStorage } from './api/guardStorage.ts';
import { handOn, takeOver } from './api/handover.ts';
import { readToken } from './api/token.ts';
import { App } from './app/App.tsx';
import { LazyCabinet } from './app/loadCabinet.ts';
import { recoverChunk } from './app/recover.ts';
import { beginLoading } from './feedback/loading.ts';
import { showToast } from './feedback/toasts.ts';
import { onMissingChunk } from './fetchChunk.ts';
import { openTexts, say } from './i18n/store.ts';

const root = document.getElementById('reactroot');
if (!root) throw new Error('index.html has no element #reactroot');

/** Loads everything the first render needs, in parallel. */
const loadFirst = async (): Promise<void> => {
  await takeOver();
  handOn();
  if (!readToken()) return openTexts('first');
  // Descriptions are no part of the sign-in page; here the server has linked to their script. Without it nothing is early.
  import('./app/askFirst.ts').then(({ askFirst }) => askFirst()).catch(() => undefined);
  // What of it does not come is told of by the page, which asks for it again.
  const cabinet = LazyCabinet.fetch().catch(() => undefined);
  await Promise.all([openTexts('whole'), cabinet]);
};

onMissingChunk(recoverChunk);
let whenLoaded: Promise<void> = Promise.resolve();
guardStorage(fault => {
  // At once where texts are there; a fault of the start waits for them.
  const tell = () => showToast({ kind: 'error', heading: say(`shell.storage.${fault}`) });
  queueMicrotask(() => void whenLoaded.then(tell, () => undefined));
});
const ended = beginLoading();
/** On a busy machine the first render takes seconds, in which the splash is not to say that nothing came. */
const EndsLoading = ({ children }: { children: ReactNode }) => {
  useEffect(ended, []);
  return children;
};
// Not awaited: other scripts wait for this one to finish.
whenLoaded = loadFirst();
void whenLoaded
  // As a transition, so that the browser stays responsive during this largest render.
  .then(() =>
    startTransition(() =>
      createRoot(root).render(
        <EndsLoading>
          <App />
        </EndsLoading>,
      ),
    ),
  )
  .catch((error: unknown) => {
    // Without texts the splash stays and offers a reload.
    ended();
    throw error;
  });
