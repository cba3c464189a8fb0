import { expect } from 'vitest';
import { password } from '../given.ts';
import { type Answer, type Ask, type Asks, without } from './ask.ts';
import type { World } from './world.ts';

const session = (until: string) => ({ Token: expect.stringMatching(/^[\w-]{20,}$/), ExpiresAt: until });
const halfDay = '2026-04-02T00:00:00.000Z';

const signIn = ({ manager }: World): Ask => ({
  body: { Login: manager.email, Password: password },
  shows: session(halfDay),
  facts: ({ ExpiresAt }) => ExpiresAt,
});

/** An account with its own session, which ends with the call. */
const signOut = async ({ person }: World): Promise<Ask> => ({
  token: (await person('OPERATOR')).token,
  shows: { Done: true },
});

const invitation = ({ next, asManager }: World): Ask => ({
  body: { Email: `new${next()}@example.test`, FirstName: 'Ольга', LastName: 'Смирнова', Roles: ['OPERATOR'] },
  shows: async ({ Id }) =>
    expect((await asManager('GET', `/api/v2/Operator/${Id}`)).body).toMatchObject({
      FullName: 'Смирнова Ольга',
      Roles: ['OPERATOR'],
      State: 'invited',
    }),
  // Whether the letter has been sent by now may differ.
  facts: async ({ Id }) =>
    without(
      ['Id', 'Email', 'CreatedAt', 'Invitation'],
      (await asManager('GET', `/api/v2/Operator/${Id}`)).body as Record<string, unknown>,
    ),
});

const people = ({ operator, manager }: World): Ask => ({
  query: { sort: 'FullName-asc', pageSize: 50 },
  shows: ({ Items }) => {
    expect(Items.find(({ Id }: Answer) => Id === operator.id)).toMatchObject({ Roles: ['OPERATOR'], State: 'active' });
    expect(Items.find(({ Id }: Answer) => Id === manager.id)).toMatchObject({ Email: manager.email });
  },
});

const fromALetter = async ({ letters, operator, asManager }: World): Promise<Ask> => {
  const before = letters.length;
  await asManager('POST', `/api/v2/Operator/${operator.id}/resend`, {});
  await expect.poll(() => letters.length).toBeGreaterThan(before);
  const Token = /#([\w-]+)/.exec(letters.at(-1)?.text ?? '')?.[1] ?? '';
  return { body: { Token }, shows: session(halfDay) };
};

const words = (titles: Readonly<Record<string, string>>): Ask => ({
  shows: Object.entries(titles).map(([Id, Title]) => ({ Id, Title })),
});

const viewOf = (world: World) => ({
  Resource: 'accidents',
  Split: 'opened',
  Name: `Мои ${world.next()}`,
  Shared: 'me',
  State: { Sort: 'CrashDateTime-asc' },
});

export const accountAsks: Asks = {
  'POST /api/v2/Auth': signIn,
  'POST /api/auth': signIn,
  'POST /api/authbytoken': fromALetter,
  'POST /api/refresh': async ({ person }) => ({
    token: (await person('OPERATOR')).token,
    body: {},
    shows: session(halfDay),
  }),
  'GET /api/v1/logoff': signOut,
  'POST /api/v1/logoff': signOut,
  'GET /api/logoff': signOut,
  'POST /api/v2/superuser/auth': ({ boss }) => ({
    body: { Login: boss.email, Password: password },
    shows: session('2026-04-01T12:30:00.000Z'),
  }),
  'GET /api/v2/superuser/test': ({ boss }) => ({ token: boss.token, shows: { Superuser: true, Fresh: true } }),
  'GET /api/v2/Account/info': ({ operator }) => ({
    shows: { Id: operator.id, Email: operator.email, CompanyName: 'Страховая', Roles: ['OPERATOR'] },
  }),
  'GET /api/userinfo': ({ operator }) => ({
    shows: { ID: operator.id, Id: operator.id, Email: operator.email, CompanyName: 'Страховая', Roles: ['OPERATOR'] },
    facts: ({ ID: _, Phone: _phone, Version: _version, ...more }) => more,
  }),
  'POST /api/v2/Operator': invitation,
  'POST /api/operator': invitation,
  'GET /api/v2/Operator/table': people,
  'GET /api/operators': people,
  'GET /api/resendcredentials': ({ operator }) => ({
    query: { operatorId: operator.id },
    shows: { SentTo: expect.stringMatching(/^p\*+@example\.test$/) },
  }),
  'POST /api/filtertemplate': world => ({ body: viewOf(world), shows: { Id: expect.any(Number) } }),
  'POST /api/filtertemplate/delete': async world => {
    const { Id } = await world.made(world.asOperator, '/api/filtertemplate', viewOf(world));
    return { body: { Id }, shows: { Done: true }, elsewhere: 404 };
  },
  'GET /api/getUiEnum/AccountStatus': () => words({ invited: 'Invited', active: 'Active', blocked: 'Blocked' }),
  'GET /api/getUiEnum/DriverCategory': () => ({
    shows: ['1 Careful', '2 Good', '3 Average', '4 Risky', '5 Borderline', '0 No score'].map(text => ({
      Id: text.slice(0, 1),
      Title: text.slice(2),
    })),
  }),
  'GET /api/getUiEnum/Impact': () => words({ mini: 'mini', minor: 'moderate', major: 'severe' }),
  'GET /api/getUiEnum/ClientContractStatus': () =>
    words({ 1: 'Draft', 2: 'In force', 3: 'Ending', 4: 'Ended', 5: 'Terminated' }),
  'GET /api/localization/{id}': () => ({
    params: { id: 'en' },
    shows: { Locale: 'en', Texts: { 'frame.close': 'Close' }, Locales: ['ru', 'en'] },
    elsewhere: 'all share it',
  }),
  'POST /api/uilocalization': ({ asManager }) => ({
    body: { Locale: 'en', Key: 'dictionaries.carParts.5', Text: 'A part by another name' },
    shows: () =>
      expect
        .poll(async () => (await asManager('GET', '/api/v2/Info/carParts')).body)
        .toContainEqual({ Id: '5', Title: 'A part by another name' }),
  }),
  'POST /api/uilocalizationlocale': () => ({ body: { Locale: 'en', Enabled: true }, shows: { Done: true } }),
  'POST /api/contracttype': ({ asManager }) => ({
    body: { TitleEn: 'Short term' },
    shows: ({ Id }) =>
      expect
        .poll(async () => (await asManager('GET', '/api/v2/Info/contractTypes')).body)
        .toContainEqual({ Id: String(Id), Title: 'Short term' }),
  }),
  'POST /api/insurancecompany': ({ letters, next }) => {
    const Email = `first${next()}@example.test`;
    const body = {
      Name: 'Новая страховая',
      TimeZone: 'Asia/Omsk',
      Manager: { Email, FullName: 'Первый Руководитель' },
    };
    return { body, shows: () => expect.poll(() => letters.some(({ to }) => to === Email)).toBe(true) };
  },
  'POST /api/webhook/activate': ({ receiver }) => ({
    body: { Url: receiver.url, Events: ['accident.create'] },
    shows: { Id: expect.any(Number), Secret: expect.stringMatching(/^whsec_/) },
  }),
  'GET /WeatherForecast': () => ({
    query: { latitude: 55.75, longitude: 37.62 },
    shows: { Source: null, Items: [] },
    elsewhere: 'all share it',
  }),
};
