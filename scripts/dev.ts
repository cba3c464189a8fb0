import { spawn } from 'node:child_process';

/** `npm run dev`: the API on 8080, restarted when its sources change, and Vite with hot reload on 5173 in front. */
const programs: readonly (readonly string[])[] = [
  ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'scripts/serve.ts'],
  ['node_modules/vite/bin/vite.js'],
];

const children = programs.map(args => spawn(process.execPath, args, { stdio: 'inherit' }));

const stop = (): void => {
  for (const child of children) child.kill('SIGTERM');
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
// One is useless without the other.
for (const child of children) child.once('exit', stop);
