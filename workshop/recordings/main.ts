import { readOptions } from './options.ts';
import { runImport } from './run.ts';

/** `npm run import -- <folder>`: imports a folder's recordings through the public webhooks; see docs/recordings.md */
const main = async (): Promise<void> => {
  process.exitCode = await runImport(readOptions('import', process.argv.slice(2)), line => console.log(line));
};

main().catch(error => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
