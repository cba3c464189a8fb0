import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { desk, gone, openCabinet, phone, see } from '../support/browser.ts';
import { signInTo } from '../support/running.ts';

const cabinet = openCabinet();
let accident = '';

beforeAll(async () => {
  const { get } = await signInTo(cabinet.server.address, 'operator@demo.drivedesk');
  const list = (await (await get('/api/v2/Accident/table/closed?pageSize=1')).json()) as {
    Items: { Id: number; ObjectId: string }[];
  };
  accident = `/cabinet/accidents/closed/${list.Items[0]?.Id}/${list.Items[0]?.ObjectId}`;
});

/** Nothing is still being fetched, drawn or moved: colours half way between two others are nobody's fault. */
const settled = async (page: Page): Promise<void> => {
  await page.waitForFunction(
    () =>
      !document.querySelector('.MuiSkeleton-root, [aria-busy=true]') &&
      document.getAnimations().every(animation => animation.playState !== 'running'),
  );
};

/** What keeps somebody from using the page, with the element it is about. */
const findings = async (page: Page, part: string): Promise<readonly string[]> => {
  const { violations } = await new AxeBuilder({ page })
    // Without it every look opens and closes a tab to put the answer together, for frames we do not have.
    .setLegacyMode()
    .include(part)
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, impact, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${impact} ${id} at ${target.join(' ')}: ${failureSummary}`),
    );
};

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);

const turnTheme = async (page: Page): Promise<void> => {
  const before = await themeOf(page);
  await page.evaluate(
    mode => {
      localStorage.setItem('apptheme', mode);
      window.dispatchEvent(new StorageEvent('storage', { key: 'apptheme' }));
    },
    before === 'dark' ? 'light' : 'dark',
  );
  expect(await themeOf(page)).not.toBe(before);
};

/** The page (or a part of it) as it stands, on a desk and on a phone, light and dark; it is left on the phone. */
const check = async (
  page: Page,
  name: string,
  part = 'html',
  sizes: readonly (typeof desk | typeof phone)[] = [desk, phone],
): Promise<void> => {
  const found: string[] = [];
  const look = async () => {
    await settled(page);
    const how = `${name}, ${page.viewportSize()?.width} px, ${await themeOf(page)}`;
    found.push(...(await findings(page, part)).map(text => `${how}: ${text}`));
  };
  for (const size of sizes) {
    await page.setViewportSize(size);
    await look();
    await turnTheme(page);
    await look();
  }
  expect(found).toEqual([]);
};

describe('nothing serious or critical is found by axe', { timeout: 180_000 }, () => {
  it('before signing in', async () => {
    const page = await cabinet.open();
    await page.goto('/auth/login/');
    await page.getByRole('button', { name: 'Войти' }).click();
    await see(page.getByText('Поле обязательно для заполнения').first());
    await check(page, 'sign-in with faults');
    await page.goto('/auth/forgot');
    await see(page.getByRole('heading', { level: 1 }));
    await check(page, 'forgotten password');
  });

  it.each([
    ['operator@demo.drivedesk', ['/cabinet/dashboard/', '/cabinet/cards/list/']],
    [
      'manager@demo.drivedesk',
      [
        '/cabinet/dashboard/',
        '/cabinet/cards/list/',
        '/cabinet/users/operators/',
        '/cabinet/nowhere/',
        '/cabinet/accidents/unknown/',
        '/cabinet/accidents/opened/1/none',
      ],
    ],
  ])('on the pages of %s', async (email, addresses) => {
    const page = await cabinet.open({ as: email });
    await page.goto('/cabinet/dashboard/');
    for (const address of addresses) {
      await page.goto(address);
      await see(page.getByRole('main').getByText(/\S/).first());
      await check(page, address);
    }
  });

  it.each(['таблица', 'карточки'])('in the lists of losses as %s', async view => {
    const page = await cabinet.open({ as: 'operator@demo.drivedesk' });
    for (const status of ['opened', 'closed', 'notvalid']) {
      await page.setViewportSize(desk);
      await page.goto(`/cabinet/accidents/${status}/?perPage=10`);
      await page.getByLabel('Вид').selectOption(view);
      await see(page.getByRole('link', { name: /^Открыть: / }).first());
      await check(page, status);
    }
  });

  it('in the filters of a list', async () => {
    const page = await cabinet.open({ as: 'operator@demo.drivedesk' });
    await page.goto('/cabinet/accidents/opened/');
    await page.getByRole('button', { name: 'Фильтры' }).click();
    await see(page.getByRole('dialog', { name: 'Фильтры' }).getByLabel('VIP'));
    await check(page, 'filters', '[role=dialog]', [desk]);
    await page.setViewportSize(phone);
    await page.getByRole('button', { name: 'Настройки списка' }).click();
    await see(page.getByRole('dialog', { name: 'Настройки списка' }).getByLabel('VIP'));
    await check(page, 'list settings', '[role=dialog]', [phone]);
  });

  it('in the workbench, on every tab', async () => {
    const page = await cabinet.open({ as: 'operator@demo.drivedesk' });
    await page.goto(accident);
    await see(page.getByRole('img', { name: /^График скорости/ }));
    await check(page, 'workbench');
    for (const tab of ['Обработка', 'Заметки', 'Снимки', 'История']) {
      await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
      await see(page.getByRole('tabpanel', { name: new RegExp(`^${tab}`) }));
      await check(page, `workbench, ${tab}`, '[role=tabpanel]:not([hidden])');
    }
    await page.getByRole('button', { name: 'Взять в работу' }).click();
    for (const size of [phone, desk]) {
      await page.setViewportSize(size);
      await page.getByRole('button', { name: 'Вернуть в работу' }).click();
      await check(page, 'workbench, asking why', '[role=dialog]', [size]);
      await page.getByRole('dialog').getByRole('button', { name: 'Отмена' }).click();
      await gone(page.getByRole('dialog'));
    }
  });
});
