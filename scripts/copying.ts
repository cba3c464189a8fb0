import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../server/config.ts';
import { readEnvironment } from '../server/process/environment.ts';

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);

/** Reports progress: one rewritten line on a terminal, otherwise a line per ten per cent. */
const makeProgress = (subject: string, stream: NodeJS.WriteStream = process.stdout) => {
  const step = stream.isTTY ? 1 : 10;
  let lastReportedPercent = -step;
  const say = (doneBytes: number, totalBytes: number): void => {
    const percent = totalBytes === 0 ? 100 : Math.floor((100 * doneBytes) / totalBytes);
    // The total may grow while the work runs, so the percentage may fall. A lower percentage is not reported.
    if (percent < lastReportedPercent + step) return;
    lastReportedPercent = percent - (percent % step);
    const line = `${subject}: ${percent} % (${megabytes(doneBytes)} of ${megabytes(totalBytes)} MB)`;
    if (stream.isTTY) stream.write(`\r\x1b[K${line}`);
    else stream.write(`${line}\n`);
  };
  const end = (): void => {
    if (stream.isTTY && lastReportedPercent >= 0) stream.write('\n');
  };
  return { say, end };
};

interface Job {
  readonly file: string;
  readonly dataDir: string;
  readonly signal: AbortSignal;
  readonly onProgress: (doneBytes: number, totalBytes: number) => void;
}

const readJob = (script: string): Pick<Job, 'file' | 'dataDir'> => {
  const usageText = `Usage: npm run ${script} -- <file> [--data-dir ./data]`;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'data-dir': { type: 'string' } },
  });
  const [file] = positionals;
  if (!file || positionals.length > 1) throw new Error(usageText);
  const config = readConfig(readEnvironment());
  if (config.databaseUrl)
    throw new Error(
      `DATABASE_URL is set: npm run ${script} is for the embedded database. For a PostgreSQL server use its own tools; docs/operations.md says how.`,
    );
  return { file: resolve(file), dataDir: resolve(values['data-dir'] ?? config.dataDir) };
};

/** Runs a backup or restore command: arguments, progress, and a Ctrl+C that leaves nothing partial. */
export const runCopying = async (
  script: string,
  subject: string,
  work: (job: Job) => Promise<string>,
): Promise<void> => {
  const interrupted = new AbortController();
  const stop = () => interrupted.abort(new Error(`${subject} was interrupted. Nothing of it is left.`));
  // Uses `on` instead of `once`, because Ctrl+C arrives twice: the terminal sends the signal to npm and to this
  // process, and npm forwards it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  const progress = makeProgress(subject);
  try {
    const job = readJob(script);
    const result = await work({ ...job, signal: interrupted.signal, onProgress: progress.say });
    progress.end();
    console.log(result);
    process.exit(0);
  } catch (error) {
    progress.end();
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
};
