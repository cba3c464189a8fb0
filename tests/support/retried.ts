import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Maximum number of characters of a message. The call log of the browser follows its first line. */
const messageMaxLength = 800;
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal
const colours = /\u001b\[\d+m/g;
const inOneLine = (message: string): string =>
  message
    .replace(colours, '')
    .replace(/\s*\n\s*/g, ' | ')
    .slice(0, messageMaxLength);

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
      const why = first ? inOneLine(first.message) : 'no error was noted';
      const end = test.result().state === 'passed' ? 'passed at the second try' : 'failed twice';
      return `  ${pathOf(test)}: ${end}. The first time: ${why} ${first?.stacks?.[0] ? `(line ${first.stacks[0].line})` : ''}`;
    });
    console.error(
      `\n ${retried.length} tried again. Each is a fault to mend, of the page or of the test:\n${lines.join('\n')}\n`,
    );
  }
}
