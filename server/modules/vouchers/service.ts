export { copyClient } from './clients.ts';
