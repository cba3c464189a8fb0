// @vitest-environment jsdom
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { legacyApi } from '../../../../src/custom-pages/texts/TextsPage.tsx';

const requests: string[] = [];
const server = setupServer(
  http.all('*', async ({ request }) => {
    const { pathname, search } = new URL(request.url);
    requests.push(`${request.method} ${pathname}${search} ${await request.text()}`.trim());
    return HttpResponse.json({});
  }),
);
beforeAll(() => server.listen());
beforeEach(() => {
  requests.length = 0;
});
afterAll(() => server.close());

it('the helper of the first API puts /api before each path and sends GET and POST', async () => {
  await legacyApi.get('/localization/{id}')({ params: { id: 'ru' }, query: { changed: true } });
  await legacyApi.post('/uilocalization')({ body: { Locale: 'ru', Key: 'a.b', Text: 'ы' } });
  expect(requests).toEqual([
    'GET /api/localization/ru?changed=true',
    'POST /api/uilocalization {"Locale":"ru","Key":"a.b","Text":"ы"}',
  ]);
  expect(Object.keys(legacyApi)).toEqual(['get', 'post']);
});
