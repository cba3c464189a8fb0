import { collect } from './collect.ts';

/** All resources: the files of this folder, found by themselves. The server's equivalent is server/resources.ts. */
export const resources = collect(import.meta.glob<object>(['./*.ts', '!./index.ts'], { eager: true }));
