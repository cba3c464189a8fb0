import { readdirSync } from 'node:fs';

/*
 * `npm run bench -- <name> [options]`: runs a benchmark of this folder. Each file says what it measures and its
 * options.
 */
const [name = '', ...rest] = process.argv.slice(2);
const others = ['main', 'list-servers', 'measured', 'search-queries', 'chaos'];
const names = readdirSync(import.meta.dirname)
  .flatMap(file => /^(.+)\.ts$/.exec(file)?.[1] ?? [])
  .filter(each => !others.includes(each));

if (names.includes(name)) {
  // The benchmark reads its options from `process.argv`.
  process.argv.splice(2, process.argv.length, ...rest);
  await import(`./${name}.ts`);
} else {
  console.error(`Usage: npm run bench -- <name> [options]. Benchmarks: ${names.join(', ')}.`);
  process.exitCode = 1;
}
