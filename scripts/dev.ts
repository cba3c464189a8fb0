import { spawn } from 'node:child_process';
import { onNpmGone, openFilesFault } from './program.mjs';

/**
 * `npm run dev`: runs the API on PORT (8080), restarted when its sources change, and Vite with hot reload on 5173 in
 * front.
 */
const programs: readonly (readonly string[])[] = [
  ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'scripts/serve.ts'],
  ['node_modules/vite/bin/vite.js'],
];

const fault = openFilesFault();
if (fault) {
  console.error(fault);
  process.exit(1);
}

// Imported here and not above: loading the server's modules opens more files than a low limit allows.
const { readConfig } = await import('../server/config.ts');
const { readEnvironment } = await import('../server/process/environment.ts');
const { host, port } = readConfig(readEnvironment());
const address = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
const env = {
  ...process.env,
  API: process.env.API ?? `http://${address.includes(':') ? `[${address}]` : address}:${port}`,
};
const children = programs.map(args => spawn(process.execPath, args, { stdio: 'inherit', env }));

const stop = (): void => {
  for (const child of children) child.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
onNpmGone(stop);
// Stops both programs, API and Vite, when one of them exits, because one is useless without the other.
for (const child of children) child.once('exit', stop);
