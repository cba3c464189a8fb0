import { runTruth } from './command.ts';

runTruth(process.argv.slice(2)).catch(error => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
