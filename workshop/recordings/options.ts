import { parseArgs } from 'node:util';

export interface Options {
  readonly folder: string;
  readonly url: string;
  readonly login: string;
  readonly password: string;
  readonly platformKey: string;
  /** True: compares imported recordings with reference values instead of importing. */
  readonly report: boolean;
}

/** Returns the options of the import and its report. The default accounts are those of the demo. */
export const readOptions = (args: readonly string[]): Options => {
  const usageText =
    'Usage: npm run import -- [--report] <folder> [--url http://127.0.0.1:8080] [--login …] [--password …] [--platform-key …]';
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        report: { type: 'boolean', default: false },
        url: { type: 'string', default: 'http://127.0.0.1:8080' },
        login: { type: 'string', default: 'recordings@demo.drivedesk' },
        password: { type: 'string', default: 'drivedesk-demo' },
        'platform-key': { type: 'string', default: 'recordings-platform-key' },
      },
    });
    const [folder] = positionals;
    if (!folder || positionals.length > 1 || !URL.canParse(values.url)) throw new Error(usageText);
    return { folder, ...values, platformKey: values['platform-key'] };
  } catch (error) {
    const { message } = error as Error;
    throw new Error(message === usageText ? usageText : `${message}\n${usageText}`);
  }
};
