import { readdirSync, readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const environmentOf = ({ moduleId }: TestSpecification): string =>
  /@vitest-environment (\w+)/.exec(readFileSync(moduleId, 'utf8'))?.[1] ?? 'node';

/**
 * A process that shares its modules goes on to the next file only where that is of the same project and environment, so
 * these stand together. Vitest sorts by the last run's duration, or else by size; some are slow though small: they go first.
 */
class TogetherLongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isShort = ({ moduleId }: TestSpecification) =>
      !/\/(axe|axe-overlays|backup|demo|exports|jobs|voucher-import-kill)\.test\.ts$/.test(moduleId);
    const placed = (await super.sort(files)).map(file => ({
      file,
      place: `${file.project.name} ${environmentOf(file)} ${isShort(file)}`,
    }));
    return placed
      .sort((one, other) => (one.place < other.place ? -1 : Number(one.place > other.place)))
      .map(({ file }) => file);
  }
}

/** These register resources before loading the server's modules, which others must not see. */
const describing = ['tests/integration/new-field.test.ts', 'tests/integration/described-references.test.ts'];

const unitTests = readdirSync('tests/unit', { recursive: true, encoding: 'utf8' })
  .filter(name => /\.test\.tsx?$/.test(name))
  .map(name => `tests/unit/${name.replaceAll('\\', '/')}`);
const among = (files: readonly string[], what: RegExp) => files.filter(name => what.test(readFileSync(name, 'utf8')));

/** Those that replace modules, or the clock of components: packages are loaded once, and may keep what they saw. */
const isolated = [
  ...among(unitTests, /vi\.(mock|doMock|resetModules|stubEnv)\(/),
  ...among(
    unitTests.filter(name => name.endsWith('x')),
    /vi\.useFakeTimers\(/,
  ),
];

/** Unit tests of pages: one document and one React for many files, emptied between them (tests/support/page.ts). */
const pages = among(unitTests, /@vitest-environment jsdom/).filter(name => !isolated.includes(name));

export default defineConfig({
  plugins: [react()],
  test: {
    // More than the two cores: much of the time is waiting for processes and pages.
    maxWorkers: 3,
    // Vitest's own patience is a second; see tests/support/patience.ts.
    expect: { poll: { timeout: 30_000 } },
    setupFiles: ['tests/support/patience.ts'],
    sequence: { sequencer: TogetherLongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Shared modules load once, which halves the time.
          isolate: false,
          include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
          exclude: [...isolated, ...pages],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-pages',
          // A process that loads React and MUI once takes a fifth of the time.
          isolate: false,
          include: pages,
          setupFiles: ['tests/support/page.ts'],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-isolated',
          include: isolated,
          setupFiles: ['tests/support/page.ts'],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          // Shared modules load once, which saves a third of the time. Files must clean up after themselves.
          isolate: false,
          include: ['tests/integration/**/*.test.ts'],
          exclude: describing,
          globalSetup: ['tests/support/cluster.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'describing',
          include: describing,
          globalSetup: ['tests/support/cluster.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          // Shared modules load once, which saves a third of the time. Files must clean up after themselves.
          isolate: false,
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/support/browser-machine.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
