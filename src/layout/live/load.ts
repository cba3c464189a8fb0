import { openExtra } from '../../i18n/store.ts';

// The words come with the program that says them.
export const loadLive = async () => {
  const [{ Live }] = await Promise.all([import('./Live.tsx'), openExtra('live')]);
  return { default: Live };
};

export const loadLiveTools = async () => {
  const [{ LiveTools }] = await Promise.all([import('./LiveTools.tsx'), openExtra('live')]);
  return { default: LiveTools };
};
