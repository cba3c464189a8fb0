import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { gone, openCabinet, see } from '../support/browser.ts';
import { focusOn } from '../support/keyboard.ts';
import { signInTo } from '../support/running.ts';

const cabinet = openCabinet();

interface Row {
  readonly Id: number;
  readonly ObjectId: string;
}
let cases: readonly Row[] = [];
let me: Awaited<ReturnType<typeof signInTo>>;

cabinet.prepare(async () => {
  me = await signInTo(cabinet.server.address, 'operator@demo.drivedesk');
  const table = '/api/v2/Accident/table/opened?pageSize=50&StatusOfRoadAccidentID=1';
  cases = ((await (await me.get(table)).json()) as { Items: Row[] }).Items;
});

const read = async (id: number | undefined) =>
  (await (await me.get(`/api/v2/Accident/${id}`)).json()) as Record<string, unknown>;

/** Opens a case and counts clicks. */
const openCase = async (row: Row | undefined) => {
  const page = await cabinet.open({ as: 'operator@demo.drivedesk' });
  await page.goto(`/cabinet/accidents/opened/${row?.Id}/${row?.ObjectId}`);
  await see(page.getByRole('button', { name: 'Итог звонка' }));
  let clicks = 0;
  const click = async (thing: ReturnType<Page['getByRole']>) => {
    clicks += 1;
    await thing.click();
  };
  return { page, click, clicks: () => clicks };
};

it.each([
  [1440, 900],
  [1024, 768],
  [390, 844],
])(
  'at %i×%i a toast covers neither the bar of the case nor the call card nor the buttons, and its undo is clicked',
  async (width, height) => {
    const { page } = await openCase(cases[0]);
    await page.setViewportSize({ width, height });
    await page.getByRole('button', { name: 'Итог звонка' }).click();
    await page.getByRole('menuitem', { name: 'Не отвечает' }).click();
    const toast = page.getByRole('region', { name: 'Сообщения' });
    await see(toast.getByRole('button', { name: 'Следующая авария' }));
    const covered = await toast.evaluate(stack => {
      const { left, right, top, bottom } = stack.getBoundingClientRect();
      return ['[data-strip]', '[data-fields-column]', '[data-bottom-bar]', '.frame-actions .MuiButton-root'].filter(
        each =>
          [...document.querySelectorAll(each)].some(element => {
            const box = element.getBoundingClientRect();
            return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
          }),
      );
    });
    expect(covered).toEqual([]);
    await toast.getByRole('button', { name: 'Отменить' }).click();
    await see(page.getByText(/^Авария #\d+ снова у вас, решение отменено$/));
  },
);

it('nobody answered: two clicks plan the next call and give the case back', async () => {
  const { page, click, clicks } = await openCase(cases[0]);
  await click(page.getByRole('button', { name: 'Итог звонка' }));
  await click(page.getByRole('menuitem', { name: 'Не отвечает' }));
  const toast = page.getByText(/^Авария #\d+: Не отвечает, следующий звонок /);
  await see(toast);
  // The two buttons stand below the text, which keeps the width of the toast.
  expect((await toast.boundingBox())?.width).toBeGreaterThan(250);
  await see(page.getByText('Никто не обрабатывает'));
  expect(clicks()).toBe(2);
  // The lease is returned after the result is written. The page showed the case as free before, too.
  await expect
    .poll(() => read(cases[0]?.Id))
    .toMatchObject({ StatusOfRoadAccidentID: 3, LockedBy: null, Status: 'opened' });
  expect(Date.parse(String((await read(cases[0]?.Id)).DateTimeOfNextCall))).toBeGreaterThan(Date.now());
});

it('a false alarm: three clicks close it with its reason and open the next case, which is claimed', async () => {
  const { page, click, clicks } = await openCase(cases[1]);
  const sheet = page.getByRole('form', { name: /^Итог по аварии/ });
  await click(page.getByRole('button', { name: 'Завершить', exact: true }));
  await click(sheet.getByRole('button', { name: 'Бордюр' }));
  await click(sheet.getByRole('button', { name: 'Завершить и взять следующую' }));
  // The finished case stays visible until the next one has loaded.
  const shown = () => Number(/opened\/(\d+)/.exec(page.url())?.[1] ?? cases[1]?.Id);
  await expect.poll(shown).not.toBe(cases[1]?.Id);
  await see(page.getByText('Вы работаете с аварией'));
  expect(clicks()).toBe(3);
  expect(await read(cases[1]?.Id)).toMatchObject({
    Status: 'closed',
    StatusOfRoadAccidentID: 5,
    UnconfirmationReasonId: 2,
    DateTimeOfNextCall: null,
  });
  await expect.poll(() => read(shown())).toMatchObject({ StatusOfRoadAccidentID: 2 });
});

it('after “finish and next” the page is at its top with the new client in focus; one line names the last case, and undo returns it', async () => {
  const { page } = await openCase(cases[8]);
  await page.setViewportSize({ width: 1024, height: 600 });
  // The bar of buttons does not cover the end of the call card.
  const card = page
    .locator('.MuiPaper-root')
    .filter({ has: page.getByRole('tab', { name: 'История' }) })
    .last();
  const bar = page.getByRole('region', { name: 'Действия с аварией' });
  await expect
    .poll(async () => {
      const [cardBox, barBox] = [await card.boundingBox(), await bar.boundingBox()];
      return cardBox && barBox && cardBox.y + cardBox.height <= barBox.y;
    })
    .toBe(true);
  const sheet = page.getByRole('form', { name: /^Итог по аварии/ });
  await page.getByRole('button', { name: 'Завершить', exact: true }).click();
  await sheet.getByRole('button', { name: 'Бордюр' }).click();
  const before = await read(cases[8]?.Id);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  await sheet.getByRole('button', { name: 'Завершить и взять следующую' }).click();
  await expect.poll(() => Number(/opened\/(\d+)/.exec(page.url())?.[1] ?? cases[8]?.Id)).not.toBe(cases[8]?.Id);
  const next = await read(Number(/opened\/(\d+)/.exec(page.url())?.[1]));
  const client = (name: unknown) =>
    page
      .getByRole('paragraph')
      .filter({ hasText: String(name) })
      .first();
  await focusOn(page, client(next.ClientName));
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await see(page.getByText(`Авария #${cases[8]?.Id}: Не подтверждён`));
  await page.keyboard.press('u');
  await expect.poll(() => page.url()).toContain(`/opened/${cases[8]?.Id}/`);
  await see(page.getByText('Вы работаете с аварией'));
  await focusOn(page, client(before.ClientName));
  const { Version, LockedUntil, ...same } = before;
  expect(await read(cases[8]?.Id)).toMatchObject(same);
  await page.getByRole('tab', { name: 'История' }).click();
  await see(page.getByText('Изменения отменены').first());
});

it('a crash: eight clicks from the case to the next one, the first claims it; what is typed survives a reload', async () => {
  const { page, click, clicks } = await openCase(cases[2]);
  await click(page.getByRole('group', { name: 'Контактное лицо' }).getByRole('button', { name: 'Водитель' }));
  await see(page.getByText('Вы работаете с аварией'));
  await click(page.getByRole('button', { name: /^4 Ответы/ }));
  await click(page.getByRole('button', { name: 'Лобовое столкновение' }));
  await click(page.getByRole('button', { name: 'Капот', exact: true }));
  await click(page.getByRole('group', { name: 'Капот' }).getByRole('button', { name: 'Вмятина' }));
  await see(page.getByText('Капот: вмятина'));

  await page.waitForFunction(() => Object.keys(localStorage).some(key => key.includes('interview ')));
  page.on('dialog', dialog => void dialog.accept());
  await page.reload();
  await see(page.getByText('Вы работаете с аварией'));
  await page.getByRole('button', { name: /^4 Ответы/ }).click();
  await see(page.getByText(/^Восстановлено несохранённое/));
  await see(page.getByText('Капот: вмятина'));

  await click(page.getByRole('button', { name: 'Завершить', exact: true }));
  await click(page.getByRole('button', { name: 'Завершить и взять следующую' }));
  expect(clicks()).toBeLessThanOrEqual(8);
  await expect
    .poll(() => read(cases[2]?.Id))
    .toMatchObject({
      Status: 'closed',
      StatusOfRoadAccidentID: 4,
      ContactPersonStatusId: 2,
      CrashDynamicsId: 2,
      Damages: ['3:2'],
    });
});

it('the case is one screen: the first field is near the top, nothing scrolls, and nothing moves when it is claimed', async () => {
  const { page } = await openCase(cases[7]);
  await page.setViewportSize({ width: 1440, height: 900 });
  const first = page.getByRole('button', { name: 'Водитель' });
  await see(first);
  await see(page.getByRole('img', { name: /^График скорости/ }));
  const top = async () => (await first.boundingBox())?.y ?? Number.NaN;
  const strip = async () => (await page.getByRole('img', { name: /^График скорости/ }).boundingBox())?.y ?? Number.NaN;
  const before = [await top(), await strip()];
  expect(before[0]).toBeLessThan(260);
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Взять в работу' }).click();
  await see(page.getByRole('button', { name: 'Досье' }));
  expect([await top(), await strip()]).toEqual(before);
  // A window of 1440 pixels with a scroll bar, and the verdict with most words.
  const severe = await openCase(cases[0]);
  await severe.page.setViewportSize({ width: 1425, height: 900 });
  await see(severe.page.getByRole('img', { name: /^График скорости/ }));
  expect(await severe.page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);
});

it('the answers of a case are cut where they are longer than the call card, which stays as wide as it is', async () => {
  const table = '/api/v2/Accident/table/opened?pageSize=50&sort=MaximumAcceleration-desc';
  const { Items } = (await (await me.get(table)).json()) as { Items: Row[] };
  const details = await Promise.all(Items.map(({ Id }) => read(Id)));
  const answered = details.findIndex(each => each.CrashDynamicsId !== null && each.Injured !== null);
  const { page } = await openCase(Items[answered]);
  const card = page.getByRole('tabpanel', { name: 'Обработка' });
  await see(card.getByRole('button', { name: /^4 Ответы .+ · / }));
  expect(await card.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

it('by keys: a crash is 25 at most, a false alarm 6, and no answer 4', async () => {
  const page = await cabinet.open({ as: 'operator@demo.drivedesk' });
  const begin = async (row: Row | undefined) => {
    await page.goto(`/cabinet/accidents/opened/${row?.Id}/${row?.ObjectId}`);
    await see(page.getByRole('button', { name: 'Водитель' }));
    await see(page.getByRole('button', { name: 'Итог звонка' }));
    // Waits until the key listener works, because it loads after the page.
    const help = page.getByRole('dialog', { name: 'Клавиши' });
    await expect
      .poll(async () => {
        await page.keyboard.press('?');
        return help.isVisible();
      })
      .toBe(true);
    await page.keyboard.press('Escape');
    await gone(help);
    let keys = 0;
    const press = async (...names: readonly string[]) => {
      for (const name of names) {
        keys += 1;
        await page.keyboard.press(name);
      }
    };
    return { press, keys: () => keys };
  };
  const focused = (name: string) => focusOn(page, page.getByRole('button', { name, exact: true }));
  const outcome = (row: Row | undefined) => expect.poll(() => read(row?.Id));

  const crash = await begin(cases[4]);
  await crash.press('w', '2', 'r');
  await see(page.getByRole('menuitem').first());
  await crash.press('Enter');
  await see(page.getByText(/^Дозвонились\. Звонок записан/));
  await crash.press('a');
  await focusOn(page, page.getByRole('group', { name: 'Есть пострадавшие' }).getByRole('button', { name: 'да' }));
  await crash.press('2', 'Tab', '1', 'Tab', '2', 'Tab', '1', 'Tab', 'Tab', 'Tab', 'Tab', '2');
  await crash.press('Tab', 'Enter', 'Tab', '2', 'f');
  await focused('Завершить и взять следующую');
  await crash.press('Enter');
  await outcome(cases[4]).toMatchObject({
    ...{ Status: 'closed', StatusOfRoadAccidentID: 4, ContactPersonStatusId: 2, CrashDynamicsId: 2, Damages: ['1:2'] },
    ...{ Injured: 'no', Drivable: 'yes', Ambulance: 'no', Police: 'yes' },
  });
  expect(crash.keys()).toBeLessThanOrEqual(25);

  const falseAlarm = await begin(cases[5]);
  await falseAlarm.press('f');
  await focused('Подтверждён');
  await falseAlarm.press('2');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Яма на дороге');
  await falseAlarm.press('2');
  await focused('Завершить и взять следующую');
  await falseAlarm.press('Enter');
  await outcome(cases[5]).toMatchObject({ Status: 'closed', StatusOfRoadAccidentID: 5, UnconfirmationReasonId: 2 });
  expect(falseAlarm.keys()).toBeLessThanOrEqual(6);

  const noAnswer = await begin(cases[6]);
  await noAnswer.press('r');
  await see(page.getByRole('menuitem', { name: 'Не отвечает' }));
  await noAnswer.press('ArrowDown', 'Enter');
  await outcome(cases[6]).toMatchObject({ StatusOfRoadAccidentID: 3, LockedBy: null });
  // An open menu handles keys itself.
  await gone(page.getByRole('menu'));
  await see(page.getByText('Никто не обрабатывает'));
  await see(page.getByRole('button', { name: 'Следующая авария' }));
  await noAnswer.press('x');
  await expect.poll(() => page.url()).not.toContain(String(cases[6]?.Id));
  expect(noAnswer.keys()).toBeLessThanOrEqual(4);
});

it('a picture is pasted anywhere on the page, turned, and comes through a cut connection', async () => {
  const { page } = await openCase(cases[3]);
  let cuts = 0;
  await page.route('**/uploads/*?offset=*', async route => {
    if (cuts++ === 0) await route.abort('connectionreset');
    else await route.continue();
  });
  await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 300, height: 200 });
    const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, 'image/png'));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([blob ?? ''], 'paste.png', { type: 'image/png' }));
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await page.getByRole('tab', { name: /^Фото/ }).click();
  await page.getByRole('button', { name: 'Открыть фото paste.png' }).click();
  expect(cuts).toBeGreaterThan(1);
  const viewer = page.getByRole('dialog', { name: 'Просмотр фото' });
  await viewer.getByRole('button', { name: 'Повернуть вправо' }).click();
  await expect
    .poll(async () => {
      const images = (await (await me.get(`/api/v2/Accident/${cases[3]?.Id}/images`)).json()) as { Rotation: number }[];
      return images.map(({ Rotation }) => Rotation);
    })
    .toEqual([90]);
});

it('an answer typed while the connection drops is kept and marked, and one key saves it once the server answers', async () => {
  const row = cases[3];
  const { page } = await openCase(row);
  const save = page.getByRole('button', { name: 'Сохранить', exact: true });
  const answers = page.getByRole('button', { name: /^4 Ответы/ });
  const group = (name: string) => page.getByRole('group', { name });
  const cut = async (isSaved: boolean) => {
    let cuts = 0;
    await page.route(`**/api/v2/Accident/${row?.Id}`, async route => {
      // The page does not learn of the saved answer before it sends again.
      if (isSaved && cuts === 1 && route.request().method() === 'GET') return;
      if (route.request().method() !== 'PUT' || cuts++ > 0) return route.continue();
      // The server may have saved the answer before the connection dropped.
      if (isSaved) await route.fetch();
      await route.abort('connectionreset');
    });
  };
  const lost = page.getByRole('status').filter({ hasText: 'Не записано: сервер не ответил.' });
  const saveWhileItDrops = async () => {
    const dropped = page.waitForEvent('requestfailed', request => request.method() === 'PUT');
    await save.click();
    await dropped;
    await see(lost);
    await expect.poll(() => save.isEnabled()).toBe(true);
    await focusOn(page, save);
  };

  await answers.click();
  await group('Есть пострадавшие').getByRole('button', { name: 'да' }).click();
  await see(answers.filter({ hasText: 'не записано' }));
  await cut(false);
  await saveWhileItDrops();
  expect(await read(row?.Id)).toMatchObject({ Injured: null });
  await page.keyboard.press('Enter');
  await see(page.getByRole('status').filter({ hasText: 'Данные сохранены' }));
  await gone(answers.filter({ hasText: 'не записано' }));
  expect(await read(row?.Id)).toMatchObject({ Injured: 'yes' });

  // An answer that the server saved before the connection dropped is no change by somebody else.
  await page.unrouteAll();
  await cut(true);
  await group('Полиция вызвана').getByRole('button', { name: 'нет' }).click();
  await saveWhileItDrops();
  expect(await read(row?.Id)).toMatchObject({ Police: 'no' });
  await page.keyboard.press('Enter');
  await see(page.getByRole('status').filter({ hasText: 'Данные сохранены' }));
  expect(await page.getByText('Запись изменилась').count()).toBe(0);

  // A finished case, too, keeps its decision until the server answers.
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Завершить', exact: true }).click();
  const finish = page.getByRole('button', { name: 'Завершить и взять следующую' });
  await page.route(`**/api/v2/Accident/${row?.Id}/status`, route => route.abort('connectionreset'), { times: 1 });
  await page.getByRole('button', { name: 'Завершён', exact: true }).click();
  await finish.click();
  await see(page.getByText('Нет связи с сервером. Введённое сохранено на этой странице.').first());
  await focusOn(page, finish);
  await page.keyboard.press('Enter');
  await expect.poll(() => read(row?.Id)).toMatchObject({ Status: 'closed', Injured: 'yes', Police: 'no' });
});

it('a decision also logs the chosen call result and adds the typed note', async () => {
  const id = cases[7]?.Id;
  const { page } = await openCase(cases[7]);
  await page.getByRole('group', { name: 'Контактное лицо' }).getByRole('button', { name: 'Водитель' }).click();
  await page.getByRole('button', { name: 'Дозвонились', exact: true }).click();
  await page.getByLabel('Что сказал клиент').fill('Ударили сзади');
  await page.getByLabel('Новая заметка').fill('Пришлёт фотографии');
  await page.getByRole('button', { name: /^4 Ответы/ }).click();
  await see(page.getByRole('button', { name: /^2 Звонок Дозвонились не записано/ }));
  await page.getByRole('button', { name: 'Удар сзади' }).click();
  await page.getByRole('button', { name: 'Завершить', exact: true }).click();
  await page.getByRole('button', { name: 'Завершить и взять следующую' }).click();
  await expect.poll(() => read(id)).toMatchObject({ Status: 'closed', StatusOfRoadAccidentID: 4 });
  const nested = async (name: string) => (await me.get(`/api/v2/Accident/${id}/${name}`)).json();
  expect(await nested('calls')).toMatchObject([{ ResultId: 1, ContactPersonStatusId: 2, Comment: 'Ударили сзади' }]);
  expect(await nested('notes')).toMatchObject([{ Text: 'Пришлёт фотографии' }]);
});

it('a promised call is logged by keys with who answered; the case goes back, and the next one is a key away', async () => {
  const row = cases[0];
  const { page } = await openCase(row);
  await page.getByRole('button', { name: 'Взять в работу' }).click();
  await see(page.getByText('Вы работаете с аварией'));
  await page.keyboard.press('w');
  await focusOn(page, page.getByRole('button', { name: 'Страхователь' }));
  await page.keyboard.press('2');
  await focusOn(page, page.getByRole('button', { name: 'Дозвонились', exact: true }));
  // A digit that is pressed twice clears nothing. Enter on the chosen result logs the call.
  for (const key of ['5', '5', 'Enter']) await page.keyboard.press(key);
  await expect
    .poll(() => read(row?.Id))
    .toMatchObject({ StatusOfRoadAccidentID: 3, ContactPersonStatusId: 2, LockedBy: null });
  const form = page.getByRole('form', { name: /^Итог по аварии/ });
  const next = form.getByRole('button', { name: 'Следующая авария' });
  await focusOn(page, next);
  expect(await form.getByRole('button', { name: 'Завершить', exact: true }).count()).toBe(0);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).not.toContain(`/${row?.Id}/`);
});

it('a reopened case proposes no outcome', async () => {
  const table = '/api/v2/Accident/table/closed?pageSize=50';
  const [row] = ((await (await me.get(table)).json()) as { Items: Row[] }).Items;
  const page = await cabinet.open({ as: 'operator@demo.drivedesk' });
  await page.goto(`/cabinet/accidents/closed/${row?.Id}/${row?.ObjectId}`);
  await page.getByRole('button', { name: 'Вернуть в новые' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Клиент перезвонил');
  await dialog.getByRole('button', { name: 'Вернуть в новые' }).click();
  await expect.poll(() => page.url()).toContain('/opened/');
  await page.getByRole('button', { name: 'Завершить', exact: true }).click();
  const outcomes = page.getByRole('group', { name: /^Итог/ }).getByRole('button');
  await see(outcomes.first());
  expect(await outcomes.evaluateAll(all => all.filter(each => each.ariaPressed === 'true').length)).toBe(0);
  // The case that came back is the open one, so it is no news.
  expect(await page.getByText(/^Очередь: .* нов/).count()).toBe(0);
});

it('answers that the outcome needs are asked for in their own fields', async () => {
  const { page } = await openCase(cases[6]);
  await page.getByRole('button', { name: 'Завершить', exact: true }).click();
  await page.getByRole('button', { name: 'Подтверждён', exact: true }).click();
  await page.getByRole('button', { name: 'Завершить и взять следующую' }).click();
  const person = page.getByRole('group', { name: 'Контактное лицо' });
  await see(person.getByRole('alert'));
  await focusOn(page, person.getByRole('button').first());
  await person.getByRole('button', { name: 'Водитель' }).click();
  await page.getByRole('button', { name: 'Завершить', exact: true }).click();
  await page.getByRole('button', { name: 'Завершить и взять следующую' }).click();
  const manner = page.getByRole('group', { name: 'Характер столкновения' });
  await see(manner.getByRole('alert'));
  await focusOn(page, manner.getByRole('button').first());
  expect(await read(cases[6]?.Id)).toMatchObject({ Status: 'opened', ContactPersonStatusId: 2 });
});
