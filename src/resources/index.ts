import { collect } from './collect.ts';

/** Every resource there is: each file of this folder that describes one, nothing else to be told. The server has its own way to them (server/resources.ts). */
export const resources = collect(import.meta.glob<object>(['./*.ts', '!./index.ts'], { eager: true }));
