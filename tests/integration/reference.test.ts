import { afterAll, beforeAll, expect, it } from 'vitest';
import { installationCenters } from '../../src/resources/installationCenters.ts';
import { openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
}

it('the published document names each call in a few words that fit a menu, and says in a sentence what it is for', async () => {
  const { body } = await app.anonymous('GET', '/api/openapi.json');
  const operations = Object.values(body.paths as Record<string, Record<string, Operation>>).flatMap(Object.values);
  expect(operations.length).toBeGreaterThan(60);
  const unfit = ({ summary, description }: Operation) => !/^[A-Z][^.]{1,39}$/.test(summary) || !/\.$/.test(description);
  expect(operations.filter(unfit).map(({ operationId }) => operationId)).toEqual([]);
  const titles = operations.map(({ summary }) => summary);
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
});

it('each of its sections has a name in Russian too, which the page for developers shows', async () => {
  const { body } = await app.anonymous('GET', '/api/openapi.json');
  const paths = Object.values(body.paths as Record<string, Record<string, { tags: string[] }>>);
  const used = new Set(paths.flatMap(Object.values).flatMap(({ tags }: { tags: string[] }) => tags));
  const titles = new Map<string, string>(
    body.tags.map((tag: { name: string; 'x-title-ru': string }) => [tag.name, tag['x-title-ru']]),
  );
  expect([...used].filter(tag => !/[а-я]/.test(titles.get(tag) ?? ''))).toEqual([]);
  const { label } = installationCenters;
  expect(titles.get(label.en.title)).toBe(label.ru.title);
  expect(await read('/developers/developers.js')).toContain('x-title-');
});

it("the developers' page asks nobody but this server, in the cabinet's language and colours", async () => {
  const { body, headers } = await app.anonymous('GET', '/developers/');
  expect(String(headers['content-security-policy'])).toContain("script-src 'self'");
  const files = [...String(body).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
  expect(files.filter(address => !/^\/|^data:/.test(address))).toEqual([]);
  const own = files.filter(address => address.startsWith('/developers/'));
  const texts = await Promise.all([...own, '/developers/attempt.js', '/developers/words.js'].map(path => read(path)));
  for (const text of [String(body), ...texts]) expect(text).not.toMatch(/https?:\/\/|style=|onclick=/);
  expect(texts.join()).toMatch(/applocale/);
  expect(texts.join()).toMatch(/apptheme/);
  const { light, dark } = await import('../../src/theme/palette.ts');
  for (const colour of [light.primary.main, dark.primary.main, light.background.default, dark.background.default])
    expect(texts.join().toUpperCase()).toContain(colour === '#FFFFFF' ? '#FFF' : colour);
});
const read = async (path: string): Promise<string> => {
  const answer = await app.anonymous('GET', path);
  expect([path, answer.status]).toEqual([path, 200]);
  return String(answer.body);
};
