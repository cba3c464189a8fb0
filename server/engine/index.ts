import { audit } from './audit/index.ts';
import { bulk } from './bulk/index.ts';
import { exportsModule } from './exports/index.ts';
import { importsModule } from './imports/index.ts';
import { live } from './live/index.ts';
import { savedViews } from './savedViews/index.ts';
import { search } from './search/index.ts';

/** Modules that work for any resources. Every product made with the engine contains them. */
export const engineModules = [audit, bulk, exportsModule, importsModule, live, savedViews, search] as const;
