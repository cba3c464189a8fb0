import { afterAll, beforeAll, expect, it } from 'vitest';
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
