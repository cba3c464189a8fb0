import { collectResources, type Resources } from '../schema/collect.ts';

/**
 * All resources of this folder and of the engine, found automatically. The server's equivalent is server/resources.ts.
 */
export const resources: Resources = {
  ...collectResources(import.meta.glob<object>(['./*.ts', '!./index.ts'], { eager: true })),
  ...collectResources(import.meta.glob<object>('./engine/*.ts', { eager: true })),
};
