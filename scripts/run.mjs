import { pathToFileURL } from 'node:url';
import { onNpmGone, openFilesFault, programFile } from './program.mjs';

/** `node scripts/run.mjs start`: runs a command of the program; see program.mjs. */
const [name = '', ...given] = process.argv.slice(2);
const fault = openFilesFault();
if (fault) {
  console.error(fault);
  process.exit(1);
}
// Source maps make faults name lines of the sources.
process.setSourceMapsEnabled(true);
/** Programs that run until they are stopped. A signal during their start is no failure. */
const isService = ['start', 'serve', 'worker'].includes(name);
if (isService)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
    process.on(signal, () => {
      // A further listener ends the process in order. Until there is one, nothing is open.
      if (process.listenerCount(signal) === 1) process.exit(0);
    });
onNpmGone(() => process.kill(process.pid, 'SIGTERM'));
try {
  const file = await programFile(name);
  process.argv.splice(1, process.argv.length, file, ...given);
  await import(pathToFileURL(file).href);
} catch (error) {
  console.error(error);
  process.exit(1);
}
