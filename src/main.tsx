import { createRoot } from 'react-dom/client';
import { handOn, takeOver } from './api/handover.ts';
import { readToken } from './api/token.ts';
import { App } from './app/App.tsx';
import { loadCabinet } from './app/loadCabinet.ts';
import { recoverPart } from './app/recover.ts';
import { beginLoading } from './feedback/loading.ts';
import { onMissingPart } from './fetchPart.ts';
import { openTexts } from './i18n/store.ts';

const root = document.getElementById('reactroot');
if (!root) throw new Error('index.html has no element #reactroot');

onMissingPart(recoverPart);
await takeOver();
handOn();
// Words and pages are fetched side by side; the gate then finds the pages there. A page that fails is told of there too.
if (readToken()) loadCabinet().catch(() => undefined);
const ended = beginLoading();
try {
  await openTexts(readToken() ? 'whole' : 'first');
  createRoot(root).render(<App />);
} finally {
  // Without words the splash still stands, and offers a reload.
  ended();
}
