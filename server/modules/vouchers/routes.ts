import type { Context } from '../../context.ts';
import type { Dictionaries } from '../../engine/dictionaries.ts';
import { creatingHandlers } from './creatingRoutes.ts';
import { movingHandlers } from './movingRoutes.ts';
import { readingHandlers } from './readingRoutes.ts';

export { voucherImporter } from './importing.ts';

export const voucherHandlers = (context: Context, dictionaries: Dictionaries) => ({
  ...readingHandlers(context, dictionaries),
  ...creatingHandlers(context, dictionaries),
  ...movingHandlers(context, dictionaries),
});
