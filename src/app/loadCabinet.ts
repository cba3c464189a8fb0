import { lazyComponent } from '../feedback/lazyComponent.ts';
import { openTexts } from '../i18n/store.ts';

/** Everything after sign-in, with its texts and the first page's data. */
export const LazyCabinet = lazyComponent('CabinetApp', async () => {
  const [cabinet] = await Promise.all([import('./CabinetApp.tsx'), openTexts('whole')]);
  await cabinet.bringFirst();
  return { CabinetApp: cabinet.CabinetApp };
});
