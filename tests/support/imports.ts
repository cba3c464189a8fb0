import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

export const root = resolve(import.meta.dirname, '..', '..');

const filesUnder = (folder: string): string[] =>
  readdirSync(folder).flatMap(name => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return filesUnder(path);
    return /\.tsx?$/.test(name) ? [path] : [];
  });

export interface SourceFile {
  /** Relative to the project root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** Imported files of the project, as relative paths. */
  readonly imports: readonly string[];
  /** Static and lazy imports. Type imports are left out. */
  readonly codeImports: readonly string[];
}

const specifier =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^'";]*?from\s+'([^']+)'|import\(\s*'([^']+)'\s*\)|(?:^|\n)import\s+'([^']+)'/g;

const unixPath = (path: string): string => relative(root, path).split(sep).join('/');

/** Parses a file's imports from its text. */
export const parse = (path: string, text: string): SourceFile => {
  const found = [...text.matchAll(specifier)]
    .map(match => ({ type: Boolean(match[1]), to: match[2] ?? match[3] ?? match[4] ?? '' }))
    .filter(({ to }) => to.startsWith('.'))
    .map(({ type, to }) => ({ type, to: unixPath(resolve(root, dirname(path), to.split('?')[0] ?? '')) }));
  return {
    path,
    text,
    imports: found.map(({ to }) => to),
    codeImports: found.filter(({ type }) => !type).map(({ to }) => to),
  };
};

export const readSources = (...folders: string[]): SourceFile[] =>
  folders.flatMap(folder =>
    filesUnder(join(root, folder)).map(path => parse(unixPath(path), readFileSync(path, 'utf8'))),
  );
