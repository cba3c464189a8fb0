import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification, type VitestPluginContext } from 'vitest/node';
import { RetriedReporter } from './tests/support/retried.ts';

const environmentOf = ({ moduleId }: TestSpecification): string =>
  /@vitest-environment (\w+)/.exec(readFileSync(moduleId, 'utf8'))?.[1] ?? 'node';

/** Journeys come second: what they need is made meanwhile. Short files come last, so that no core waits for a long one. */
const order = ['unit-isolated', 'unit-pages', 'e2e', 'integration', 'describing', 'unit'];

/** Files of more than twenty seconds under load, the longest first: a long one at the end would keep one core from resting. */
const longest = [
  ...[
    'axe',
    'plain-resource',
    'axe-overlays',
    'switches',
    'scoring',
    'frame',
    'lists',
    'live',
    'keyboard',
    'durability',
  ],
  ...['queue', 'records', 'story', 'bulk', 'closing'],
  ...[
    'demo',
    'jobs',
    'odd-requests',
    'memory',
    'voucher-import',
    'exports',
    'backup',
    'restoring',
    'voucher-import-kill',
  ],
  ...['many-slow', 'foreign-exports', 'readers', 'traccar', 'embedded', 'costly', 'evening-order', 'dossier'],
];
const rankOf = ({ moduleId }: TestSpecification): string => {
  const rank = longest.indexOf(basename(moduleId, '.test.ts'));
  return String(rank < 0 ? longest.length : rank).padStart(2, '0');
};

/**
 * A process that shares its modules goes on to the next file only where that is of the same project and environment, so
 * these stand together. Vitest sorts by the last run's duration, or else by size; some are slow though small: they go first.
 */
class TogetherLongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placed = (await super.sort(files)).map(file => ({
      file,
      place: `${order.indexOf(file.project.name)} ${environmentOf(file)} ${rankOf(file)}`,
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

/** Files that replace or reload modules run alone, because the next file would get these modules and what they hold. */
const isolated = unitTests.filter(name => /vi\.(mock|resetModules)\(/.test(readFileSync(name, 'utf8')));

/** Unit tests of pages: one document and one React for many files, emptied between them (tests/support/page.ts). */
const pages = unitTests.filter(
  name => !isolated.includes(name) && readFileSync(name, 'utf8').includes('@vitest-environment jsdom'),
);

/**
 * The module that imports all migrations is transformed with their names in it. The cache compares only the module
 * itself, so a new migration stayed unknown until somebody deleted the cache.
 */
const uncachedMigrations = {
  name: 'uncached-migrations',
  configureVitest: ({ experimental_defineCacheKeyGenerator: defineCacheKey }: VitestPluginContext) =>
    defineCacheKey(({ id }) => (id.endsWith('/server/db/migrationFiles.ts') ? false : undefined)),
};

export default defineConfig({
  plugins: [react(), uncachedMigrations],
  resolve: {
    alias: {
      // Vite would choose the CommonJS build, which has another router context than react-admin's.
      'react-router-dom': fileURLToPath(new URL('node_modules/react-router-dom/dist/index.mjs', import.meta.url)),
    },
  },
  test: {
    // The projects share most modules. What one has transformed, the others read from node_modules.
    experimental: { fsModuleCache: true },
    // More than the two cores: much of the time is waiting for processes and pages.
    maxWorkers: 3,
    // Vitest's own patience is a second; see tests/support/patience.ts.
    expect: { poll: { timeout: 100_000 } },
    reporters: ['default', new RetriedReporter()],
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
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-pages',
          // A process that loads React and MUI once takes a fifth of the time.
          isolate: false,
          include: pages,
          setupFiles: ['tests/support/page.ts', 'tests/support/sharedPage.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-isolated',
          include: isolated,
          setupFiles: ['tests/support/page.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
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
          testTimeout: 180_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'describing',
          include: describing,
          globalSetup: ['tests/support/cluster.ts'],
          testTimeout: 180_000,
          hookTimeout: 300_000,
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
          // The first ones wait for what they need to be made.
          hookTimeout: 1_000_000,
          // For a minute in which the machine is slow; see docs/decisions/033-tests.md. The end of the run names each retry.
          retry: 1,
        },
      },
    ],
  },
});
