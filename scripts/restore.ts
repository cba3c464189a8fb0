import { restore } from '../server/db/backup/restore.ts';
import { runCopying } from './copying.ts';

/** `npm run restore -- <file>`: restores a backup into an empty data folder; the next start recovers from it. */
await runCopying('restore', 'Restoring', async job => {
  const { madeAt, isFileChecked } = await restore(job);
  const unchecked = isFileChecked ? '' : ` There was no ${job.file}.sha256: only the sums inside were compared.`;
  return `${job.dataDir} holds the data of ${madeAt}.${unchecked} npm start runs on it.`;
});
