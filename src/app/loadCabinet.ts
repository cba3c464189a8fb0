import type { ComponentType } from 'react';
import { openTexts } from '../i18n/store.ts';

/** Everything behind the sign-in page, with the words for it. */
export const loadCabinet = async (): Promise<{ default: ComponentType }> => {
  const [{ CabinetApp }] = await Promise.all([import('./CabinetApp.tsx'), openTexts('whole')]);
  return { default: CabinetApp };
};
