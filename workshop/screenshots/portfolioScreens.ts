import type { Page } from 'playwright-core';
import { resources } from '../../server/resources.ts';
import { vouchers } from '../../src/resources/vouchers.ts';
import { actionByName } from '../../src/schema/define.ts';
import type { Bilingual } from '../../src/schema/kinds/field.ts';
import { movesFrom } from '../../src/schema/lifeCycle.ts';
import { callFor } from '../../src/schema/paths.ts';

/** A page of the portfolio, and what is pressed on it before the screenshot. */
export interface PortfolioScreen {
  readonly name: string;
  readonly path: string;
  readonly press?: (page: Page) => Promise<unknown>;
  /** Path of the API call that loads the list. Screenshots replace its answer by an empty, late or failing one. */
  readonly listCall?: string;
}

export type Get = (path: string) => Promise<Response>;
interface Found {
  readonly Id: number;
  readonly [field: string]: unknown;
}

const eitherLanguage = ({ ru, en }: Bilingual) => new RegExp(`^(${ru}|${en})$`);
const pressButton = (name: RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
/** Presses a control of a list. On a phone the controls are behind a button, which is pressed first. */
const control = (name: RegExp) => async (page: Page) => {
  const listSettings = page.getByRole('button', {
    name: eitherLanguage({ ru: 'Настройки списка', en: 'List settings' }),
  });
  if (await listSettings.isVisible()) await listSettings.click();
  const button = page.getByRole('button', { name }).first();
  if ((await page.getByRole('dialog').count()) === 0 || (await button.count()) > 0) return button.click();
  return page.getByRole('dialog').getByText(name).first().scrollIntoViewIfNeeded();
};

const listed = Object.values(resources).filter(({ navigation }) => navigation !== undefined);
const pathOfList = (name: string): string => (callFor(resources[name]!, 'list') ?? '').replace(/^GET /, '');

/** Returns the first 50 rows of a resource's list. */
export const rowsOf = async (get: Get, name: string): Promise<readonly Found[]> => {
  const reply = await get(`${pathOfList(name)}?pageSize=50`);
  return ((await reply.json()) as { Items: Found[] }).Items;
};

const openMove = (label: Bilingual) => async (page: Page) => {
  await pressButton(/^(Действия|Actions)$/)(page);
  await page.getByRole('menuitem', { name: eitherLanguage(label) }).click();
};

/** Screens with every dialog of the life cycle, each on the newest voucher that allows the move. */
const moveScreens = async (get: Get): Promise<PortfolioScreen[]> => {
  const shownPaths = new Set<string>();
  const screens: PortfolioScreen[] = [];
  for (const row of await rowsOf(get, 'vouchers'))
    for (const name of movesFrom(vouchers, String(row.Status))) {
      if (shownPaths.has(name)) continue;
      shownPaths.add(name);
      const press = openMove(actionByName(vouchers, name).label);
      screens.push({ name: `voucher-move-${name}`, path: `/cabinet/cards/${row.Id}/`, press });
    }
  return screens;
};

const fillField = (ru: string, en: string, text: string) => (page: Page) =>
  page
    .getByRole('main')
    .getByLabel(new RegExp(`^(${ru}|${en})`))
    .first()
    .fill(text);
const next = pressButton(/^(Дальше|Next)$/);
/** Values to type in each step of a new voucher. */
const steps: readonly (readonly ((page: Page) => Promise<unknown>)[])[] = [
  [fillField('Фамилия', 'Last name', 'Журавлёва'), fillField('Имя', 'First name', 'Мария'), next],
  [
    fillField('Марка', 'Brand', 'Kia'),
    fillField('Модель', 'Model', 'Rio'),
    fillField('Госномер', 'Plate', 'А123ВС77'),
    next,
  ],
  [fillField('Номер ваучера', 'Voucher no', 'J-1'), next],
];
const createSteps = Array.from(
  { length: 4 },
  (_, at): PortfolioScreen => ({
    name: `voucher-create-${at + 1}`,
    path: '/cabinet/cards/create/',
    press: async page => {
      for (const act of steps.slice(0, at).flat()) await act(page);
    },
  }),
);

const first = (rows: readonly Found[], condition: (row: Found) => boolean = () => true): number =>
  rows.find(condition)?.Id ?? 0;

const action = (ru: string, en: string) => pressButton(new RegExp(`^(${ru}|${en})$`));

const operatorScreens = async (get: Get): Promise<PortfolioScreen[]> => {
  const rows = await rowsOf(get, 'operators');
  const workingOperator = first(rows, row => row.State === 'active' && Number(row.OpenCases) > 0);
  const superuser = first(rows, row => (row.Roles as string[]).includes('SUPERUSER'));
  const path = `/cabinet/users/operators/${workingOperator}/`;
  return [
    { name: 'operators', path: '/cabinet/users/operators/', listCall: pathOfList('operators') },
    { name: 'operator', path },
    { name: 'operator-superuser', path: `/cabinet/users/operators/${superuser}/` },
    { name: 'operator-edit', path: `${path}edit/` },
    { name: 'operator-block', path, press: action('Заблокировать', 'Block') },
    { name: 'operator-resend', path, press: action('Отправить ссылку', 'Send a link') },
    { name: 'operator-create', path: '/cabinet/users/create-operator/' },
  ];
};

const voucherScreens = async (get: Get): Promise<PortfolioScreen[]> => {
  const active = first(await rowsOf(get, 'vouchers'), row => row.Status === 'active');
  return [
    { name: 'vouchers', path: '/cabinet/cards/list/', listCall: pathOfList('vouchers') },
    { name: 'vouchers-views', path: '/cabinet/cards/list/', press: control(/^(Виды|Views)/) },
    ...createSteps,
    ...Object.keys(vouchers.record.tabs).map(tab => ({
      name: `voucher-${tab}`,
      path: `/cabinet/cards/${active}/?tab=${tab}`,
    })),
    { name: 'voucher-edit', path: `/cabinet/cards/${active}/edit/` },
    ...(await moveScreens(get)),
  ];
};

/** Screens of every resource with a `navigation`: list, record, edit form and create form. */
const placedScreens = async (get: Get): Promise<PortfolioScreen[]> => {
  const screens = listed.map(async ({ name, navigation, form, access }): Promise<PortfolioScreen[]> => {
    const path = navigation?.path ?? '';
    const id = first(await rowsOf(get, name));
    return [
      { name, path, listCall: pathOfList(name) },
      ...(id ? [{ name: `${name}-record`, path: `${path}${id}/` }] : []),
      ...(id && form && access.update ? [{ name: `${name}-edit`, path: `${path}${id}/edit/` }] : []),
      ...(form && access.create ? [{ name: `${name}-create`, path: `${path}create/` }] : []),
    ];
  });
  return (await Promise.all(screens)).flat();
};

/** Selects the first rows of a list, so that the bulk actions appear. */
const chooseRows = async (page: Page) => {
  const boxes = page.getByRole('main').getByRole('checkbox');
  for (const at of [1, 2, 3]) await boxes.nth(at).check();
};
const suspendMany = async (page: Page) => {
  await chooseRows(page);
  await action('Приостановить', 'Suspend')(page);
};

/** Screens of imports, bulk changes, exports and search. */
const manyScreens = async (get: Get): Promise<PortfolioScreen[]> => {
  const states = await rowsOf(get, 'imports');
  const search = (text: string) => async (page: Page) => {
    await page.keyboard.press('Control+KeyK');
    await page.getByRole('combobox', { name: /(Поиск по кабинету|Search the cabinet)/ }).fill(text);
    await page.waitForTimeout(800);
  };
  return [
    { name: 'imports', path: '/cabinet/cards/import/', listCall: pathOfList('imports') },
    ...states.map(({ Id, State }) => ({ name: `import-${String(State)}`, path: `/cabinet/cards/import/${Id}/` })),
    { name: 'vouchers-chosen', path: '/cabinet/cards/list/', press: chooseRows },
    { name: 'vouchers-bulk', path: '/cabinet/cards/list/', press: suspendMany },
    { name: 'vouchers-export', path: '/cabinet/cards/list/', press: control(/^(Экспорт|Выгрузить|Export)/) },
    { name: 'vouchers-columns', path: '/cabinet/cards/list/', press: control(/^(Столбцы|Columns)/) },
    { name: 'vouchers-filters', path: '/cabinet/cards/list/', press: control(/^(Фильтры|Фильтр|Filters?)/) },
    { name: 'group-cards', path: '/cabinet/cards/' },
    { name: 'group-users', path: '/cabinet/users/' },
    { name: 'search-pages', path: '/cabinet/dashboard/', press: search('вы') },
    { name: 'notices', path: '/cabinet/dashboard/', press: pressButton(/^(Уведомления|Notifications)/) },
  ];
};

/** Returns every screen of the portfolio, for an account with all rights. */
export const portfolioScreens = async (get: Get): Promise<readonly PortfolioScreen[]> => [
  ...(await voucherScreens(get)),
  ...(await placedScreens(get)),
  ...(await operatorScreens(get)),
  ...(await manyScreens(get)),
  { name: 'exports', path: '/cabinet/exports/', listCall: pathOfList('exports') },
  { name: 'billing', path: '/cabinet/billing/' },
  { name: 'admin', path: '/cabinet/admin/' },
  { name: 'texts', path: '/cabinet/admin/texts/' },
];
