import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page, type Route } from 'playwright-core';
import sharp from 'sharp';
import { createServer } from 'vite';
import { buildCabinet, cabinetIsStale } from '../../scripts/build-cabinet.ts';
import { resources } from '../../server/resources.ts';
import { messages } from '../../src/contract/messages/index.ts';
import { accidentStatuses } from '../../src/contract/states.ts';
import { recordPathById } from '../../src/schema/addresses.ts';
import { chromiumArguments, findChromium } from '../../tests/support/find-chromium.ts';
import { signInTo, startServer } from '../../tests/support/running.ts';
import { type Get, type PortfolioScreen, portfolioScreens, rowsOf } from './portfolioScreens.ts';

/** Returns the addresses of all pages. Vite loads the routes, because the cabinet finds its descriptions with Vite. */
const readAddresses = async (): Promise<typeof import('../../tests/support/routes.ts')> => {
  const vite = await createServer({
    configFile: false,
    appType: 'custom',
    server: { middlewareMode: true, ws: false },
  });
  try {
    return (await vite.ssrLoadModule('/tests/support/routes.ts')) as typeof import('../../tests/support/routes.ts');
  } finally {
    await vite.close();
  }
};

type Start = (
  dataDir: string,
  settings: Record<string, string>,
) => Promise<{ readonly address: string; readonly stop: () => Promise<unknown> }>;

/** Starts a server with its own demo portfolio. */
const startPictureServer = async (start: Start) => {
  if (await cabinetIsStale()) await buildCabinet();
  const dataDir = await mkdtemp(join(tmpdir(), 'drivedesk-pictures-'));
  // The database runs as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o755);
  const { address, stop } = await start(dataDir, { REGISTRATION: '1' });
  const end = async () => {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { address, end };
};

/*
 * Takes screenshots of the main screens from its own demo portfolio, into the folder `screenshots`, which git ignores:
 *   npm run screenshots -- [parts of screens' names]
 * All screens in all looks, also with very long names:
 *   npm run screenshots -- --all [parts of screens' names]
 * The portfolio, each page in each of its states:
 *   npm run screenshots -- --portfolio [--width 1440] [parts of screens' names]
 * `--into <folder>` writes to another folder. `--address http://127.0.0.1:8080` uses a demo that runs already.
 * The picture of README.md is a copy of `workbench-1440-light-ru.png` at docs/workbench.png.
 */
const { values: asked, positionals } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    portfolio: { type: 'boolean', default: false },
    into: { type: 'string' },
    width: { type: 'string' },
    theme: { type: 'string' },
    language: { type: 'string' },
    address: { type: 'string' },
  },
  allowPositionals: true,
});
const folder = resolve(asked.into ?? join(import.meta.dirname, '..', '..', 'screenshots'));
/** Returns true if the screen's name contains a given part, or if no part is given. */
const isWanted = (name: string): boolean => positionals.length === 0 || positionals.some(part => name.includes(part));

interface Look {
  readonly width: 1440 | 1024 | 390;
  readonly theme: 'light' | 'dark';
  readonly language: 'ru' | 'en';
}
const height = { 1440: 900, 1024: 768, 390: 844 } as const;
const everyLook: readonly Look[] = ([1440, 390] as const).flatMap(width =>
  (['light', 'dark'] as const).flatMap(theme => (['ru', 'en'] as const).map(language => ({ width, theme, language }))),
);
const is = (look: Look, width: number, theme: string, language: string) =>
  look.width === width && look.theme === theme && look.language === language;
const isLooked = ({ width }: Look): boolean => asked.width === undefined || width === Number(asked.width);
/** Looks (width, theme, language) of the main screens (`mainLooks`) and of the other screens (`fewLooks`). */
const mainLooks = everyLook.filter(look => look.language === 'ru' || is(look, 1440, 'light', 'en'));
const fewLooks = everyLook.filter(look => is(look, 1440, 'light', 'ru') || is(look, 390, 'dark', 'en'));

/** Looks (width, theme, language) of the portfolio. Each look has one of the widths. */
const portfolioLooks: readonly Look[] = (
  [
    { width: 1440, theme: 'light', language: 'ru' },
    { width: 1024, theme: 'dark', language: 'ru' },
    { width: 390, theme: 'dark', language: 'en' },
  ] as const
).map(
  look =>
    ({
      ...look,
      ...(asked.theme && { theme: asked.theme }),
      ...(asked.language && { language: asked.language }),
    }) as Look,
);

type AccountRole = 'operator' | 'manager' | 'superuser';
interface Screen {
  readonly name: string;
  /** Account that is signed in. Absent: nobody is signed in. */
  readonly who?: AccountRole;
  readonly path: string;
  /** Display of lists as table or cards. */
  readonly display?: 'table' | 'cards';
  readonly before?: (context: BrowserContext, look: Look) => Promise<unknown>;
  /** Presses something on the page once the page has loaded. */
  readonly press?: (page: Page) => Promise<unknown>;
  /** True: the screenshot is taken while the page loads. */
  readonly loading?: boolean;
  readonly looks?: readonly Look[];
}

const list = '/cabinet/accidents/opened/';
const failing = (context: BrowserContext, { language }: Look) =>
  context.route('**/api/v2/Accident/table/**', route =>
    route.fulfill({ status: 503, json: { Message: messages[language].errors.OVERLOADED, TraceId: '' } }),
  );

const never = (context: BrowserContext) => context.route('**/api/v2/Accident/table/**', () => undefined);

/** Very long names. They replace the names in every response of the server. */
const longTexts: Readonly<Record<string, string>> = {
  FullName: 'Константинопольский-Преображенский Александр-Вольфганг Константинович',
  ClientName: 'Константинопольская-Преображенская Александра-Виктория Константиновна',
  CompanyName: 'Межрегиональное страховое акционерное общество «Северо-Западная перестраховочная компания „Надежда“»',
  Occupation: 'Заместитель начальника управления урегулирования убытков по телематическим договорам',
  Email: 'konstantin.konstantinopolsky-preobrazhensky@insurance-company.example.com',
  VehicleBrand: 'Mercedes-Benz',
  VehicleModel: 'Sprinter Classic 311 CDI Kombi Extralang Hochdach',
  City: 'Александровск-Сахалинский',
  LockedBy: 'Константинопольский-Преображенский Александр-Вольфганг',
};
const lengthen = async (route: Route): Promise<void> => {
  const reply = await route.fetch();
  const body = await reply.text();
  const screens = JSON.parse(body, (key, value) => (typeof value === 'string' && longTexts[key]) || value);
  await route.fulfill({ response: reply, json: screens });
};
const longNames = (context: BrowserContext) =>
  context.route(/\/api\/v2\/(Account\/info|Accident\/|Voucher\/table|Operator\/table)/, lengthen);

const pressButton = (name: RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const overlays: readonly Pick<Screen, 'name' | 'press'>[] = [
  { name: 'chat', press: pressButton(/^(Чат команды|Team chat)/) },
  { name: 'profile', press: pressButton(/^(Профиль|Profile):/) },
  {
    name: 'search',
    press: async page => {
      await page.keyboard.press('Control+KeyK');
      await page.getByRole('combobox', { name: /(Поиск по кабинету|Search)/ }).fill('иван');
    },
  },
];

/** Stands in the address of a screen for the id of a record. */
const anyId = 'first';
/** Returns the page's address with the id of the first row of its list. Undefined if the list is empty. */
const ofFirstRow = async (get: Get, path: string): Promise<string | undefined> => {
  if (!path.includes(`/${anyId}/`)) return path;
  const record = path.replace(/edit\/$/, '');
  // Imports are not found by a description, because they have a page of their own.
  const resource = Object.values(resources).find(each => recordPathById(each, anyId) === record);
  const [row] = await rowsOf(get, resource?.name ?? 'imports');
  return row && path.replace(`/${anyId}/`, `/${row.Id}/`);
};

const screensOf = async (workbench: string, get: Get): Promise<readonly Screen[]> => {
  const { addressesOf, openAddresses } = await readAddresses();
  const objectId = workbench.split('/').at(-1) ?? '';
  const screens: readonly Screen[] = [
    { name: 'login', path: '/auth/login/' },
    { name: 'dashboard-operator', who: 'operator', path: '/cabinet/dashboard/' },
    { name: 'dashboard-manager', who: 'manager', path: '/cabinet/dashboard/' },
    { name: 'accidents-opened', who: 'operator', path: list, display: 'table' },
    { name: 'accidents-opened-cards', who: 'operator', path: list, display: 'cards' },
    { name: 'accidents-closed', who: 'operator', path: '/cabinet/accidents/closed/', display: 'table' },
    { name: 'accidents-notvalid', who: 'operator', path: '/cabinet/accidents/notvalid/', display: 'table' },
    { name: 'workbench', who: 'operator', path: workbench },
    { name: 'vouchers', who: 'manager', path: '/cabinet/cards/list/' },
    { name: 'operators', who: 'manager', path: '/cabinet/users/operators/' },
    { name: 'not-found', who: 'operator', path: '/cabinet/nowhere/' },
    { name: 'no-permission', who: 'operator', path: '/cabinet/users/operators/' },
    { name: 'list-empty', who: 'operator', path: `${list}?filter=${encodeURIComponent('{"q":"Ж000ЖЖ00"}')}` },
    { name: 'list-failed', who: 'operator', path: list, before: failing },
  ];
  const named = (path: string) =>
    path
      .replace(/^\/cabinet|^\/|\/$/g, '')
      .replace(/[^a-z0-9]+/gi, '-')
      .replace(/^-|-$/g, '');
  const isListed = (path: string) => screens.some(screen => screen.path === path);
  const signedIn: Screen[] = [];
  for (const path of addressesOf({ status: 'opened', id: anyId, objectId, voucherId: '1' })) {
    const found = path.endsWith(objectId) ? workbench : await ofFirstRow(get, path);
    const who = path.startsWith('/cabinet/admin/') ? 'superuser' : 'manager';
    // The name of the screenshot has no record id, so that it stays the same with another portfolio.
    if (found === undefined) console.error(`${path}: the list has no row`);
    else signedIn.push({ name: named(path.replace(`/${anyId}/`, '/record/')), who, path: found });
  }
  const others = [...openAddresses.map(path => ({ name: named(path), path })), ...signedIn].filter(
    ({ path }) => !isListed(path),
  );
  const desk = { who: 'manager', path: '/cabinet/dashboard/' } as const;
  const moreScreens: readonly Screen[] = [
    ...others,
    ...overlays.map(overlay => ({ ...desk, ...overlay })),
    { name: 'list-loading', who: 'operator', path: list, before: never, loading: true },
  ];
  const withLongNames: readonly Screen[] = [...screens, ...overlays.map(overlay => ({ ...desk, ...overlay }))]
    .concat({ name: 'user', who: 'manager', path: '/user/' })
    .filter(({ name }) =>
      /^(accidents-opened|dashboard-op|workbench|vouchers|operators|profile|search|user)/.test(name),
    )
    .map(screen => ({ ...screen, name: `${screen.name}-long`, before: longNames }));
  return asked.all
    ? [...screens, ...moreScreens, ...withLongNames].map(screen => ({ ...screen, looks: everyLook }))
    : [...screens, ...moreScreens.map(screen => ({ ...screen, looks: fewLooks }))];
};

/**
 * Returns the screens of a page. One shows the page as it is. The others show its list while loading, failed, empty and
 * with long names.
 */
const inEveryState = ({ listCall, ...screen }: PortfolioScreen): readonly Screen[] => {
  const full = { ...screen, who: 'superuser', looks: portfolioLooks } as const;
  if (listCall === undefined) return [full];
  const answering = (answer: (route: Route, look: Look) => unknown) => (context: BrowserContext, look: Look) =>
    context.route(
      url => url.pathname === listCall,
      route => answer(route, look) as Promise<void>,
    );
  const overloaded = (route: Route, { language }: Look) =>
    route.fulfill({ status: 503, json: { Message: messages[language].errors.OVERLOADED, TraceId: '' } });
  const nothing = (route: Route) => route.fulfill({ json: { Items: [], Total: 0 } });
  return [
    full,
    { ...full, name: `${screen.name}-loading`, before: answering(() => undefined), loading: true },
    { ...full, name: `${screen.name}-failed`, before: answering(overloaded) },
    { ...full, name: `${screen.name}-empty`, before: answering(nothing) },
    { ...full, name: `${screen.name}-long`, before: answering(lengthen) },
  ];
};

/** Returns a session in the form in which the browser stores it. */
const stored = (Token: string) => JSON.stringify({ Token });

/** Waits until everything on the page has loaded and nothing moves. */
const settled = async (page: Page): Promise<void> => {
  // The event stream keeps the network busy, so idle network is no sign. The wait is for the drawing, and then a moment
  // for images.
  await page.waitForLoadState('load');
  await page.waitForTimeout(1500);
  await page.waitForFunction(
    () => !document.querySelector('.MuiSkeleton-root, [aria-busy="true"], [role="progressbar"], .first-paint'),
  );
  await page.evaluate(() => document.fonts.ready);
  // A map draws some time after its data has arrived.
  if (await page.locator('canvas').count()) await page.waitForTimeout(1500);
  await page.waitForTimeout(300);
};

const takePicture = async (
  browser: Browser,
  address: string,
  sessions: { readonly [Role in AccountRole]: string },
  screen: Screen,
  look: Look,
): Promise<void> => {
  const { width, theme, language } = look;
  const stored = {
    apptheme: theme,
    applocale: language,
    ...(screen.who && { tokens: sessions[screen.who] }),
    ...(screen.display &&
      Object.fromEntries(
        accidentStatuses.map(status => [`RaStoredrivedesk.accidents-${status}.display`, `"${screen.display}"`]),
      )),
  };
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
  const context = await browser.newContext({
    viewport: { width, height: height[width] },
    storageState: { cookies: [], origins: [{ origin: address, localStorage }] },
    locale: language === 'ru' ? 'ru-RU' : 'en-GB',
    timezoneId: 'Europe/Moscow',
    reducedMotion: 'reduce',
  });
  try {
    await screen.before?.(context, look);
    const page = await context.newPage();
    await page.goto(address + screen.path);
    if (screen.loading)
      await page.locator('.MuiSkeleton-root, [aria-busy="true"]').first().waitFor({ state: 'attached' });
    else await settled(page);
    if (screen.press) {
      await screen.press(page);
      await settled(page);
    }
    const file = join(folder, `${screen.name}-${width}-${theme}-${language}.png`);
    await sharp(await page.screenshot())
      .png({ palette: true, colours: 128, effort: asked.into ? 1 : 10 })
      .toFile(file);
    console.log(file);
  } finally {
    await context.close();
  }
};

/** Returns the demo accident with the strongest impact that is still new. */
const strongest = async (session: Awaited<ReturnType<typeof signInTo>>): Promise<string> => {
  const reply = await session.get('/api/v2/Accident/table/opened?sort=MaximumAcceleration-desc');
  const { Items } = (await reply.json()) as { Items: { Id: number; ObjectId: string }[] };
  const [first] = Items;
  if (!first) throw new Error('The demo portfolio has no new losses');
  return `${list}${first.Id}/${first.ObjectId}`;
};

const server = asked.address ? { address: asked.address, end: async () => {} } : await startPictureServer(startServer);
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
try {
  const operator = await signInTo(server.address, 'operator@demo.drivedesk');
  const manager = await signInTo(server.address, 'manager@demo.drivedesk');
  const superuser = await signInTo(server.address, 'admin@demo.drivedesk');
  const sessions = {
    operator: stored(operator.token),
    manager: stored(manager.token),
    superuser: stored(superuser.token),
  };
  await mkdir(folder, { recursive: true });
  const all = asked.portfolio
    ? (await portfolioScreens(superuser.get)).flatMap(inEveryState)
    : await screensOf(await strongest(operator), superuser.get);
  const screens = all.filter(({ name }) => isWanted(name));
  if (positionals.length === 0 && !asked.into) for (const name of await readdir(folder)) await rm(join(folder, name));
  // A page that fails does not stop the screenshots of other pages.
  for (const screen of screens)
    for (const look of (screen.looks ?? mainLooks).filter(isLooked))
      await takePicture(browser, server.address, sessions, screen, look).catch((error: Error) => {
        process.exitCode = 1;
        console.error(`${screen.name} ${look.width}: ${error.message}`);
      });
} finally {
  await browser.close();
  await server.end();
}
