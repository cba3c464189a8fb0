import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Vitest sorts by the last run's duration, or else by size; these are slow though small, so they go first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      /\/(axe|axe-overlays|backup|demo|exports|jobs|voucher-import-kill)\.test\.ts$/.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter(file => !isLong(file))];
  }
}

/** These register resources before loading the server's modules, which others must not see. */
const describing = ['tests/integration/new-field.test.ts', 'tests/integration/described-references.test.ts'];

export default defineConfig({
  plugins: [react()],
  test: {
    // More than the two cores: much of the time is waiting for processes and pages.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
          setupFiles: ['tests/support/page.ts'],
          testTimeout: 20_000,
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
          // Shared modules load once, which saves a third of the time. Files must clean up after themselves.
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
