import pg from 'pg';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { gone, openCabinet, see } from '../support/browser.ts';
import { focusOn, stepTo } from '../support/keyboard.ts';
import { signInTo } from '../support/running.ts';

const cabinet = openCabinet();
const poll = <T>(look: () => T) => expect.poll(look);
const people = ['operator@demo.drivedesk', 'manager@demo.drivedesk'] as const;
const caseIn = (page: Page) => Number(/opened\/(\d+)\//.exec(page.url())?.[1]);
const release = (page: Page) => page.getByRole('button', { name: 'Освободить' });
const claim = (page: Page) => page.getByRole('button', { name: 'Взять в работу' });

const enter = async (as: (typeof people)[number]): Promise<Page> => {
  const page = await cabinet.open({ as });
  await page.goto('/', { waitUntil: 'commit' });
  await see(page.getByRole('button', { name: /^Профиль:/ }));
  // Waits until the key listener works. Another test shows an earlier key.
  const help = page.getByRole('dialog', { name: 'Клавиши' });
  await poll(async () => {
    await page.keyboard.press('?');
    return help.isVisible();
  }).toBe(true);
  await page.keyboard.press('Escape');
  await gone(help);
  return page;
};

/** Moves all leases one minute into the past. */
const aMinuteLater = async () => {
  const client = new pg.Client({ connectionString: cabinet.server.databaseUrl });
  await client.connect();
  await client.query(
    `update accident set locked_until = locked_until - interval '60 s' where locked_until is not null`,
  );
  await client.end();
};

/** Kills the page without a last request, as an empty battery would. */
const kill = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  void session.send('Page.crash').catch(() => undefined);
  await crashed;
};

it('two who ask at once get two cases; of two who race for one, one gets it, and the other once the first is killed', async () => {
  const pages = await Promise.all(people.map(enter));
  await Promise.all(pages.map(page => page.keyboard.press('x')));
  await Promise.all(pages.map(page => see(release(page))));
  expect(new Set(pages.map(caseIn)).size).toBe(2);

  const { get } = await signInTo(cabinet.server.address, people[0]);
  const { Items } = (await (await get('/api/v2/Accident/table/opened?pageSize=20')).json()) as {
    Items: { Id: number; ObjectId: string; LockedBy: number | null }[];
  };
  const free = Items.find(({ LockedBy }) => LockedBy === null);
  await Promise.all(
    pages.map(async page => {
      await page.clock.install();
      await page.goto(`/cabinet/accidents/opened/${free?.Id}/${free?.ObjectId}`);
      await see(claim(page));
    }),
  );
  await Promise.all(pages.map(page => page.keyboard.press('l')));
  await Promise.all(pages.map(page => gone(claim(page))));
  const held = await Promise.all(pages.map(page => release(page).count()));
  expect([...held].sort()).toEqual([0, 1]);
  const [winner, loser] = (held[0] === 1 ? pages : [...pages].reverse()) as [Page, Page];
  await see(loser.getByRole('button', { name: 'Забрать' }));

  await kill(winner);
  await aMinuteLater();
  await loser.clock.fastForward(60_000);
  await see(claim(loser));
  await loser.keyboard.press('l');
  await see(release(loser));
});

it('six cases are worked by keyboard alone, in all four ways', async () => {
  const page = await enter(people[0]);
  const { get } = await signInTo(cabinet.server.address, people[0]);
  const read = async (id: number) => (await get(`/api/v2/Accident/${id}`)).json();
  const sheet = page.getByRole('form', { name: /^Итог по аварии/ });
  const goOn = sheet.getByRole('button', { name: 'Завершить и взять следующую' });
  /** Chooses an outcome in the dialog. An earlier outcome of the case is preselected. */
  const pick = async (name: string) => {
    const button = sheet.getByRole('button', { name, exact: true });
    await stepTo(page, 'ArrowRight', button, 20);
    if ((await button.getAttribute('aria-pressed')) !== 'true') await page.keyboard.press('Space');
  };
  /** Chooses the reason why it was no crash, and opens the next case. */
  const noCrash = async (reason: string) => {
    await pick(reason);
    await focusOn(page, goOn);
    await page.keyboard.press('Enter');
  };
  const ways = {
    falseAlarm: async () => {
      await page.keyboard.press('f');
      await see(sheet);
      await pick('Не подтверждён');
      await noCrash('Бордюр');
    },
    mini: async () => {
      await page.keyboard.press('m');
      await see(sheet);
      await noCrash('Бордюр');
    },
    noAnswer: async () => {
      await page.keyboard.press('r');
      const item = page.getByRole('menuitem', { name: 'Не отвечает' });
      await see(item);
      await stepTo(page, 'ArrowDown', item, 10);
      await page.keyboard.press('Enter');
      await see(claim(page));
      await page.keyboard.press('x');
    },
    crash: async () => {
      await page.keyboard.press('n');
      const note = page.getByRole('textbox', { name: 'Новая заметка' });
      await focusOn(page, note);
      await page.keyboard.type('Клиент на месте, все целы');
      await page.keyboard.press('Control+Enter');
      await see(page.getByRole('listitem').filter({ hasText: 'Клиент на месте, все целы' }));
      // Letters are typed in the text field, so the focus leaves it first.
      await page.keyboard.press('Tab');
      for (const key of ['w', '2', 'a']) await page.keyboard.press(key);
      const manner = page.getByRole('group', { name: 'Характер столкновения' }).getByRole('button').first();
      await stepTo(page, 'Tab', manner, 20);
      await page.keyboard.press('2');
      await page.keyboard.press('f');
      await focusOn(page, goOn);
      await page.keyboard.press('Enter');
    },
  };
  const shift: readonly (keyof typeof ways)[] = ['falseAlarm', 'noAnswer', 'crash', 'mini', 'falseAlarm', 'noAnswer'];
  const left = {
    falseAlarm: { Status: 'closed', StatusOfRoadAccidentID: 5, UnconfirmationReasonId: 2 },
    mini: { Status: 'notvalid', UnconfirmationReasonId: 2 },
    noAnswer: { Status: 'opened', StatusOfRoadAccidentID: 3, LockedBy: null },
    crash: { Status: 'closed', StatusOfRoadAccidentID: 4, CrashDynamicsId: 2, ContactPersonStatusId: 2 },
  } as const;

  await page.keyboard.press('x');
  const done: number[] = [];
  for (const way of shift) {
    const before = done.at(-1);
    await poll(() => caseIn(page)).not.toSatisfy((id: number) => Number.isNaN(id) || id === before);
    await see(release(page));
    const id = caseIn(page);
    await ways[way]();
    done.push(id);
    // Polls, because the page moves on before the server has returned the lease.
    await expect.poll(() => read(id), { message: `${way}, ${id}` }).toMatchObject(left[way]);
  }
  expect(new Set(done).size).toBe(shift.length);
});

it.each(['/', '/cabinet/dashboard/', '/cabinet/accidents/opened/'])(
  '%s has a button that takes the next case',
  async path => {
    const page = await cabinet.open({ as: people[0] });
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Следующая авария' }).click();
    await poll(() => caseIn(page)).toBeGreaterThan(0);
    await see(release(page));
    await release(page).click();
    await see(claim(page));
  },
);

it('the desk of an operator shows the claimed case, and each number opens a list of as many cases', async () => {
  const worker = await enter(people[0]);
  const client = new pg.Client({ connectionString: cabinet.server.databaseUrl });
  await client.connect();
  // Two calls are overdue.
  await client.query(`update accident set next_call_at = null where status = 'opened'`);
  await client.query(
    `update accident set next_call_at = now() - interval '1 minute'
     where id in (select id from accident where status = 'opened' and locked_until is null order by id limit 2)`,
  );
  await client.end();
  await worker.keyboard.press('x');
  await see(release(worker));
  const desk = await worker.context().newPage();
  await desk.goto('/', { waitUntil: 'commit' });
  const claimed = desk.getByRole('region', { name: 'У меня в работе' });
  await poll(() => claimed.getByRole('link').getAttribute('href')).toContain(`/opened/${caseIn(worker)}/`);
  const overdue = desk.getByRole('link', { name: 'Просроченные звонки: 2' });
  await see(overdue);
  await overdue.click();
  await see(desk.getByText('Найдено: 2 аварии'));
  await release(worker).click();
  await see(claim(worker));
  await desk.goto('/', { waitUntil: 'commit' });
  await see(claimed.getByText('Вы не взяли ни одной аварии'));
});
