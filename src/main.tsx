import { type ReactNode, startTransition, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { guardStorage } from './api/guardStorage.ts';
import { offerSession, takeOverSession } from './api/handover.ts';
import { readToken } from './api/token.ts';
import { recoverChunk } from './app/recover.ts';
import { Start } from './app/Start.tsx';
import { lazyComponent } from './feedback/LazyBoundary.tsx';
import { beginLoading } from './feedback/loading.ts';
import { showToast } from './feedback/toasts.ts';
import { onMissingChunk } from './fetchChunk.ts';
import { openTexts, translate } from './i18n/store.ts';

const root = document.getElementById('reactroot');
if (!root) throw new Error('index.html has no element #reactroot');

const LazyApp = lazyComponent('App', async () => {
  const [{ App }, { prefetchPage }] = await Promise.all([
    import('./App.tsx'),
    import('./app/prefetchPage.ts'),
    openTexts('whole'),
  ]);
  await prefetchPage();
  return { App };
});

/** Loads everything that the first render needs, in parallel. */
const loadFirst = async (): Promise<void> => {
  await takeOverSession();
  offerSession();
  if (!readToken()) return openTexts('first');
  // Starts fetching the page's data. The script is separate, because the sign-in page does not need it. For signed-in
  // users the server sends a preload link to it. A failure is harmless, because the page then fetches its data itself.
  import('./app/prefetchCalls.ts').then(({ prefetchCalls }) => prefetchCalls()).catch(() => undefined);
  // A failure to load the application is ignored here, because the page loads the missing script again and reports it.
  const app = LazyApp.fetch().catch(() => undefined);
  await Promise.all([openTexts('whole'), app]);
};

onMissingChunk(recoverChunk);
let whenLoaded: Promise<void> = Promise.resolve();
guardStorage(fault => {
  // The toast about faulty browser storage needs texts, so it waits until they are loaded.
  const tell = () => showToast({ kind: 'error', heading: translate(`shell.storage.${fault}`) });
  queueMicrotask(() => void whenLoaded.then(tell, () => undefined));
});
const ended = beginLoading();
/**
 * Ends the loading state after the first render. On a busy machine this render takes seconds, and the splash must not
 * report a failure meanwhile.
 */
const EndsLoading = ({ children }: { children: ReactNode }) => {
  useEffect(ended, []);
  return children;
};
// The work below is not awaited, because other scripts wait until this script has finished.
whenLoaded = loadFirst();
void whenLoaded
  // React renders in a transition, because the browser must stay responsive during this largest render.
  .then(() =>
    startTransition(() =>
      createRoot(root).render(
        <EndsLoading>
          <Start app={LazyApp} />
        </EndsLoading>,
      ),
    ),
  )
  .catch((error: unknown) => {
    // If the texts cannot be loaded, the splash screen stays and offers a reload.
    ended();
    throw error;
  });
