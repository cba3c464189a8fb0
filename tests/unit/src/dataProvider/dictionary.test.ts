// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  dictionaryQuery,
  fetchTitles,
  titlesParameters,
  titlesQuery,
} from '../../../../src/dataProvider/dictionary.ts';
import { accidents } from '../../../../src/resources/accidents.ts';

const inUse = { Id: '1', Title: 'Лобовое' };
const retired = { Id: '2', Title: 'Боковое' };
const server = setupServer(
  http.get('*/api/v2/Info/crashDynamics', ({ request }) =>
    HttpResponse.json(new URL(request.url).searchParams.get('retired') === 'true' ? [inUse, retired] : [inUse]),
  ),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

it('an entry that is no longer offered keeps its title in old records', async () => {
  const client = new QueryClient();
  expect(await client.fetchQuery(dictionaryQuery('crashDynamics', 'ru'))).toEqual([inUse]);
  expect(await client.fetchQuery(titlesQuery('crashDynamics', 'ru'))).toEqual([inUse, retired]);
  // The offered entries stay apart from the titles.
  expect(await client.fetchQuery(dictionaryQuery('crashDynamics', 'ru'))).toEqual([inUse]);
  expect(titlesParameters('crashDynamics')).toEqual({ retired: true });
  const titleOf = await fetchTitles(client, accidents, ['CrashDynamicsId'], 'ru');
  const field = accidents.fields.CrashDynamicsId;
  expect(['1', '2', '9'].map(id => titleOf(field, id))).toEqual(['Лобовое', 'Боковое', '№ 9']);
});
