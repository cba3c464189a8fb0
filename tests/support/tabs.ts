import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumArguments, findChromium, withoutOptimising, withoutWebgl } from './find-chromium.ts';

/** A page in a context of its own, as on another machine. */
export interface Tab {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly origin: string;
  readonly maps: Maps;
  /** Uncaught errors of the page since the last journey. */
  readonly faults: string[];
  /** Undoes what the journey did to the tab. */
  readonly undo: (() => unknown)[];
  /** True if the journey did something that cannot be undone. The next journey gets another tab. */
  spoilt: boolean;
}

/** `webgl`: maps drawn by WebGL, in software here. `drawn`: maps as a drawing, as in a browser without WebGL. */
export type Maps = 'webgl' | 'drawn';

/** Methods whose effect cannot be undone. Closing the tab is simpler. */
const staying = [
  ...['exposeBinding', 'exposeFunction', 'newCDPSession', 'routeFromHAR', 'routeWebSocket'],
  ...['setExtraHTTPHeaders', 'setGeolocation'],
  // Methods of the page's clock.
  ...['install', 'pauseAt', 'setFixedTime', 'setSystemTime'],
];

/** Undoes a call of a method, from the call's arguments and result. */
type Undo = (given: readonly unknown[], returned: unknown) => unknown;

/** Ways to undo what a journey did, by the name of the method. */
const undoing = ({ page, context }: Pick<Tab, 'page' | 'context'>): Readonly<Record<string, Undo>> => {
  const removeRoutes = () =>
    Promise.all([page, context].map(routed => routed.unrouteAll({ behavior: 'ignoreErrors' })));
  const removeListener: Undo = ([event, listener]) => {
    for (const heard of [page, context]) Reflect.apply(heard.off, heard, [event, listener]);
  };
  return {
    addInitScript: async (_, added) => ((await added) as AsyncDisposable)[Symbol.asyncDispose](),
    emulateMedia: () => page.emulateMedia({ media: null, colorScheme: null, ...motion }),
    grantPermissions: () => context.clearPermissions(),
    on: removeListener,
    once: removeListener,
    route: removeRoutes,
    setOffline: () => context.setOffline(false),
  };
};

/** Notes how to undo what a journey does to its tab, because another journey gets the tab afterwards. */
const noteWhatStays = (tab: Tab): void => {
  const undo = undoing(tab);
  for (const thing of [tab.page, tab.context, tab.page.clock])
    for (const name of [...staying, ...Object.keys(undo)]) {
      const usual: unknown = Reflect.get(thing, name);
      if (typeof usual !== 'function') continue;
      Reflect.set(thing, name, (...given: unknown[]) => {
        const returned: unknown = usual.apply(thing, given);
        const way = undo[name];
        if (way) tab.undo.push(() => way(given, returned));
        else tab.spoilt = true;
        return returned;
      });
    }
};

/** One browser of each kind for all files of a process. The browsers end with the process. */
const launched: { [maps in Maps]?: Promise<Browser> } = {};
const browserFor = async (maps: Maps): Promise<Browser> => {
  const running = await launched[maps];
  if (running?.isConnected()) return running;
  const args = [...chromiumArguments, ...(maps === 'webgl' ? [] : [...withoutWebgl, ...withoutOptimising])];
  const launch = chromium.launch({ executablePath: findChromium(), args, timeout: 120_000 });
  launched[maps] = launch;
  return launch;
};

const motion = { reducedMotion: 'reduce' } as const;

const makeTab = async (origin: string, maps: Maps): Promise<Tab> => {
  const browser = await browserFor(maps);
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width: 1440, height: 900 },
    ...motion,
  });
  context.setDefaultTimeout(120_000);
  const faults: string[] = [];
  context.on('weberror', error => faults.push(String(error.error())));
  context.on('console', message => {
    if (message.type() === 'error' && /Content Security Policy/.test(message.text())) faults.push(message.text());
  });
  const tab = { page: await context.newPage(), context, origin, maps, faults, undo: [], spoilt: false };
  noteWhatStays(tab);
  return tab;
};

let idle: Tab[] = [];

/**
 * Returns a tab with an empty history and the given storage. A page load is mostly compiling, so a tab that has shown
 * the cabinet is reused: its scripts are compiled. `cold`: a tab without compiled scripts.
 */
export const takeTab = async (
  origin: string,
  maps: Maps,
  cold: boolean,
  stored: Readonly<Record<string, string>>,
): Promise<Tab> => {
  const fits = (tab: Tab) => tab.origin === origin && tab.maps === maps;
  const elsewhere = idle.filter(tab => tab.origin !== origin);
  const found = cold ? undefined : idle.find(fits);
  idle = idle.filter(tab => tab !== found && !elsewhere.includes(tab));
  const [tab] = await Promise.all([found ?? makeTab(origin, maps), ...elsewhere.map(({ context }) => context.close())]);
  // Any page of the server sets the origin. This one has no script that writes to the storage.
  await tab.page.goto('/health');
  await tab.page.evaluate(entries => {
    for (const storage of [localStorage, sessionStorage]) storage.clear();
    for (const [name, value] of entries) localStorage.setItem(name, value);
  }, Object.entries(stored));
  return tab;
};

/** Ends a journey's tab, and keeps it for the next journey if nothing lasting was done. Returns uncaught errors. */
export const leaveTab = async (tab: Tab, failed: boolean): Promise<readonly string[]> => {
  const { page, context } = tab;
  if (failed || tab.spoilt || page.isClosed()) await context.close();
  else {
    await page.goto('about:blank');
    for (const undo of tab.undo.splice(0)) await undo();
    const others = context.pages().filter(each => each !== page);
    await Promise.all([...others.map(each => each.close()), context.clearCookies()]);
    idle.push(tab);
  }
  return tab.faults.splice(0);
};
