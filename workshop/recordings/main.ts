import { readOptions } from './options.ts';
import { report } from './report.ts';
import { runImport } from './run.ts';

/**
 * `npm run import -- <folder>`: imports a folder's recordings through the public webhooks. With `--report` it compares
 * imported recordings with reference values. See docs/recordings.md
 */
const main = async (): Promise<void> => {
  const options = readOptions(process.argv.slice(2));
  if (options.report) await report(options);
  else process.exitCode = await runImport(options, line => console.log(line));
};

main().catch(error => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
