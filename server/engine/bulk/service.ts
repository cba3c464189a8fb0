export { makeBulkJob } from './job.ts';
export { bulkStarter } from './starting.ts';
