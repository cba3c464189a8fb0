import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { currentLocale } from './i18n/locale.ts';
import { loadTexts } from './i18n/messages.ts';

const root = document.getElementById('reactroot');
if (!root) throw new Error('index.html has no element #reactroot');

const texts = await loadTexts(currentLocale());
createRoot(root).render(<App texts={texts} />);
