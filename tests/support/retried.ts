import type { Reporter, TestCase, TestModule } from 'vitest/node';

const pathOf = (test: TestCase): string => `${test.module.relativeModuleId} > ${test.fullName}`;

/** Lists at the end of a run the tests that passed only on a retry. Each is a fault of the page or of the test. */
export class RetriedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const retried = modules.flatMap(module =>
      [...module.children.allTests()].filter(test => (test.diagnostic()?.retryCount ?? 0) > 0),
    );
    if (retried.length === 0) return;
    const lines = retried.map(test => {
      const [first] = test.result().errors ?? [];
      const why = first?.message.split('\n', 1)[0] ?? 'no error was noted';
      const end = test.result().state === 'passed' ? 'passed at the second try' : 'failed twice';
      return `  ${pathOf(test)}: ${end}. The first time: ${why} ${first?.stacks?.[0] ? `(line ${first.stacks[0].line})` : ''}`;
    });
    console.error(
      `\n ${retried.length} tried again. Each is a fault to mend, of the page or of the test:\n${lines.join('\n')}\n`,
    );
  }
}
