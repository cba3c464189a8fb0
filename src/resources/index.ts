import { collectResources, type Resources } from '../schema/collect.ts';

/**
 * All resources of this folder and of its folder `engine`, found automatically. server/resources.ts does the same for
 * the server.
 */
export const resources: Resources = {
  ...collectResources(import.meta.glob<object>(['./*.ts', '!./index.ts'], { eager: true })),
  ...collectResources(import.meta.glob<object>('./engine/*.ts', { eager: true })),
};
