import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Where nothing is known of earlier runs, a small file is taken for a short one. Those that take longest begin first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => /\/(axe|axe-overlays|backup|demo)\.test\.ts$/.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter(file => !isLong(file))];
  }
}

/** They describe resources of their own before the server's modules are loaded, which others must not see. */
const describing = ['tests/integration/new-field.test.ts', 'tests/integration/described-references.test.ts'];

export default defineConfig({
  plugins: [react()],
  test: {
    // On two cores: much of the time is waiting, for processes to start and for pages to come.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/*.test.ts'], testTimeout: 20_000 },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          // What two files import is loaded once: a third of the time. A file cleans up behind itself.
          isolate: false,
          include: ['tests/integration/**/*.test.ts'],
          exclude: describing,
          globalSetup: ['tests/support/cluster.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'describing',
          include: describing,
          globalSetup: ['tests/support/cluster.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          // What two files import is loaded once: a third of the time. A file cleans up behind itself.
          isolate: false,
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/support/browser-machine.ts'],
          testTimeout: 90_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
