import { basename } from 'node:path';
import { backUp } from '../server/db/backup/backup.ts';
import { runCopying } from './copying.ts';

/** `npm run backup -- <file>`: backs up the embedded database into one file while it runs. */
await runCopying('backup', 'Backup', async job => {
  const { bytes, sha256 } = await backUp({ ...job, now: new Date() });
  return `${job.file} is made: ${(bytes / 1e6).toFixed(1)} MB, SHA-256 ${sha256} (also in ${basename(job.file)}.sha256).`;
});
