export { queueEvent } from './queue.ts';
