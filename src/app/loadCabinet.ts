import { lazyComponent } from '../feedback/lazyComponent.ts';
import { openTexts } from '../i18n/store.ts';

/** Everything behind the sign-in page, with the words for it and what its first page shows. */
export const LazyCabinet = lazyComponent('CabinetApp', async () => {
  const [cabinet] = await Promise.all([import('./CabinetApp.tsx'), openTexts('whole')]);
  await cabinet.bringFirst();
  return { CabinetApp: cabinet.CabinetApp };
});
