import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { filtersSchema, tableQuerySchema } from '../../server/engine/table/parameters.ts';
import type { ResolvedCall } from '../../server/engine/table/shapes.ts';
import { resourceNamed } from '../../server/resources.ts';
import { everyCall } from '../roles.ts';
import { typeText } from './typeText.ts';

const queryOf = (call: ResolvedCall) =>
  call.table
    ? tableQuerySchema(resourceNamed(call.table), call)
    : call.filters
      ? filtersSchema(resourceNamed(call.filters), call)
      : call.query;

const memberOf = (name: string, schema: object | undefined): string =>
  schema === undefined ? '' : ` ${name}: ${typeText(schema as Readonly<Record<string, unknown>>)};`;

const callText = (name: string, call: ResolvedCall): string => {
  const members = [
    memberOf('params', call.params),
    memberOf('query', queryOf(call)),
    memberOf('body', call.body),
    call.answer ? memberOf('answer', call.answer) : ' answer: Response;',
  ];
  return `  /** ${call.purpose.replaceAll('*/', '* /')} */\n  '${name}': {${members.join('')} };`;
};

const head = `/*
 * Client of Drivedesk, written by \`npm run client\`: every call with its types, and nothing to install.
 *
 *   const client = createClient({ host: 'https://drivedesk.example.com', token: () => token });
 *   const { Items } = await client('GET /api/v2/Voucher/table', { query: { search: 'А123ВС77' } });
 */`;

const tail = `type Members<Name extends keyof Calls, Key extends string> = Key extends keyof Calls[Name] ? Calls[Name][Key] : never;
type Needed<Key extends string, T> = [T] extends [never] ? { [K in Key]?: never } : { [K in Key]: T };
type Perhaps<Key extends string, T> = [T] extends [never]
  ? { [K in Key]?: never }
  : object extends T
    ? { [K in Key]?: T }
    : { [K in Key]: T };

export type Input<Name extends keyof Calls> = Needed<'params', Members<Name, 'params'>> &
  Perhaps<'query', Members<Name, 'query'>> &
  Perhaps<'body', Members<Name, 'body'>> &
  Extras;
type Arguments<Name extends keyof Calls> = object extends Input<Name> ? [input?: Input<Name>] : [input: Input<Name>];
export type Answer<Name extends keyof Calls> = Calls[Name]['answer'];

const asBytes: readonly string[] = [BYTES];

/** A function that makes any call; calls of bytes and of streams give the response itself. */
export const createClient =
  (settings: ClientSettings) =>
  async <Name extends keyof Calls & string>(name: Name, ...[input]: Arguments<Name>): Promise<Answer<Name>> => {
    const response = await send(settings, name, input as Asked | undefined);
    return (asBytes.includes(name) ? response : await response.json()) as Answer<Name>;
  };
`;

/** Returns the source of the generated API client, which is one file. */
export const clientSource = async (): Promise<string> => {
  const runtime = await readFile(join(import.meta.dirname, 'runtime.ts'), 'utf8');
  const calls = everyCall().map(([name, call]) => callText(name, call));
  const bytes = everyCall().flatMap(([name, { answer }]) => (answer ? [] : [`'${name}'`]));
  const interfaceText = `/** Each call by method and path: what it takes, what it answers. */\nexport interface Calls {\n${calls.join('\n')}\n}`;
  return [head, runtime.trim(), interfaceText, tail.replace('BYTES', bytes.join(', '))].join('\n\n');
};

/** `npm run client [file]`: writes the generated API client. */
if (process.argv[1] === import.meta.filename) {
  const [given] = process.argv.slice(2);
  if (given === '--help' || given === '-h') {
    console.log(
      'Usage: npm run client [-- <file>]\nWrites a typed client of the API to <file>, by default dist/drivedesk-client.ts.',
    );
    process.exit(0);
  }
  if (given?.startsWith('-')) {
    console.error(`Unknown option ${given}. Usage: npm run client [-- <file>]`);
    process.exit(1);
  }
  const file = resolve(given ?? join('dist', 'drivedesk-client.ts'));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, await clientSource());
  console.log(`The client is ${file}`);
}
