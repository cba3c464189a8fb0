import { collect } from '../schema/collect.ts';

/** All resources of this folder, found automatically. The server's equivalent is server/resources.ts. */
export const resources = collect(import.meta.glob<object>(['./*.ts', '!./index.ts'], { eager: true }));
