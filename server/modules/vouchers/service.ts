export { copyClient } from './clients.ts';
export { readLifeLine } from './reading.ts';
