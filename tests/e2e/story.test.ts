import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { addressOf, gone, openCabinet, openRow, see, signOut } from '../support/browser.ts';
import { signInTo } from '../support/running.ts';

const words = {
  ru: {
    signIn: 'Вход в кабинет',
    desk: 'Рабочий стол',
    opened: 'Новые убытки',
    closed: 'Обработанные убытки',
    map: 'Карта с треком',
    wholeTrack: 'Показать весь трек',
    track: ['автомобиль', 'место удара'],
    curves: /^График ускорений по трём осям/,
    speedCurve: /^График скорости/,
    readouts: 'Значения в выбранный момент',
    read: ['Время от удара', 'Скорость', 'Продольное', 'Поперечное', 'Вертикальное', 'Горизонтальное'],
    player: 'Проигрыватель записи',
    scrubber: 'Момент записи',
    toImpact: 'К моменту удара',
    half: '0,500 с',
    measurements: 'Измерения',
    facts: [
      'Пиковое ускорение',
      'Длительность',
      'ΔV общее',
      'Скорость до, последняя точка',
      'Скорость после, первая точка',
    ],
    figure: /^[−\d]+(,\d+)? \S+$/,
    direction: /^Удар .+, «\d+» по циферблату/,
    take: 'Взять в работу',
    mine: /^Вы работаете с аварией/,
    tabs: { processing: 'Обработка', notes: 'Заметки', images: /^Фото/, history: 'История' },
    note: 'Новая заметка',
    add: 'Добавить',
    edit: 'Изменить заметку',
    save: 'Сохранить',
    edited: /изменена/,
    choose: 'Выбрать фото',
    picture: 'Открыть фото bumper.jpg',
    lightbox: 'Просмотр фото',
    closePicture: 'Закрыть просмотр',
    move: 'Завершить',
    outcome: 'Завершён',
    moved: /^Авария #\d+: Завершён$/,
    bucket: 'Обработанный убыток',
    said: 'Клиент подтвердил ДТП',
    saidMore: 'Клиент подтвердил ДТП, пострадавших нет',
    comment: 'Комментарий (необязательно)',
    why: 'Документы собраны',
    history: [
      'Авария создана',
      'Взята в работу',
      'Добавлена заметка',
      'Изменена заметка',
      'Добавлено фото',
      'Перенос в другой раздел',
      'Причина: Документы собраны',
    ],
    other: 'English',
    deskInOther: 'Work desk',
  },
  en: {
    signIn: 'Sign in',
    desk: 'Work desk',
    opened: 'New losses',
    closed: 'Processed losses',
    map: 'Map with the track',
    wholeTrack: 'Show the whole track',
    track: ['vehicle', 'impact'],
    curves: /^Curves of acceleration along three axes/,
    speedCurve: /^Curve of speed/,
    readouts: 'Values at the chosen moment',
    read: ['From impact', 'Speed', 'Longitudinal', 'Lateral', 'Vertical', 'Horizontal'],
    player: 'Player of the recording',
    scrubber: 'Moment of the recording',
    toImpact: 'To the impact',
    half: '0.500 s',
    measurements: 'Measurement',
    facts: ['Peak acceleration', 'Duration', 'ΔV total', 'Speed before, last fix', 'Speed after, first fix'],
    figure: /^[−\d]+(\.\d+)? \S+$/,
    direction: /^\d+ o’clock, hit from the /,
    take: 'Claim',
    mine: /^Claimed by you/,
    tabs: { processing: 'Processing', notes: 'Notes', images: /^Photos/, history: 'History' },
    note: 'New note',
    add: 'Add',
    edit: 'Edit the note',
    save: 'Save',
    edited: /edited/,
    choose: 'Choose photos',
    picture: 'Open photo bumper.jpg',
    lightbox: 'Photos',
    closePicture: 'Close',
    move: 'Close case',
    outcome: 'Finished',
    moved: /^Accident #\d+: Finished$/,
    bucket: 'Processed loss',
    said: 'The client confirmed the crash',
    saidMore: 'The client confirmed the crash, nobody is hurt',
    comment: 'Comment (optional)',
    why: 'Papers are complete',
    history: [
      'Accident created',
      'Claimed',
      'Note added',
      'Note changed',
      'Photo added',
      'Moved to another section',
      'Reason: Papers are complete',
    ],
    other: 'Русский',
    deskInOther: 'Рабочий стол',
  },
} as const;

const photo = () =>
  sharp({ create: { width: 320, height: 240, channels: 3, background: { r: 120, g: 90, b: 60 } } })
    .jpeg()
    .toBuffer();

/** Returns the value next to its name in any list of names and values. */
const beside = (page: Page, name: string, part: Page | Locator = page) =>
  part
    .locator('dl > *', { has: page.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) }) })
    .getByRole('definition')
    .first();

const cabinet = openCabinet();

/** Sets the language of the account, because a choice in an earlier journey would persist. */
const speak = async (Locale: 'ru' | 'en'): Promise<void> => {
  const { token } = await signInTo(cabinet.server.address, 'operator@demo.drivedesk');
  const { status } = await fetch(`${cabinet.server.address}/api/v2/Account/settings`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ Locale }),
  });
  expect(status).toBe(200);
};

describe.each(['ru', 'en'] as const)('an operator works one loss from the queue to the archive, in %s', language => {
  const say = words[language];

  it(`signs in, reads the recording, writes it down, closes it and signs out (${language})`, async () => {
    await speak(language);
    const page = await cabinet.open({ language, maps: 'webgl' });

    // A visitor who is not signed in is redirected to the sign-in page.
    await page.goto('/');
    await see(page.getByRole('heading', { name: say.signIn }));
    expect(addressOf(page)).toBe('/auth/login/');
    await page.getByRole('button', { name: 'operator@demo.drivedesk' }).click();
    await page.getByRole('button', { name: language === 'ru' ? 'Войти' : 'Sign in' }).click();
    await see(page.getByRole('heading', { name: say.desk }));

    // The language changes without a page load. The mark on `window` would be lost in a reload.
    await page.evaluate(() => Object.assign(window, { marked: true }));
    await page.getByRole('button', { name: say.other }).click();
    await see(page.getByRole('heading', { name: say.deskInOther }));
    await page.getByRole('button', { name: language === 'ru' ? 'Русский' : 'English' }).click();
    await see(page.getByRole('heading', { name: say.desk }));
    expect(await page.evaluate(() => 'marked' in window)).toBe(true);

    // Goes from the tile of the dashboard to the newest loss.
    await page.getByRole('main').getByRole('link', { name: say.opened }).click();
    await see(page.getByRole('heading', { name: say.opened }));
    expect(addressOf(page)).toBe('/cabinet/accidents/opened/?filter={}');
    // Opens a crash, because the first case of the queue may be a bump without direction.
    const crash = page.getByRole('row').filter({ hasText: language === 'ru' ? 'сильный' : 'severe' });
    const first = crash.getByRole('link', { name: /^(Открыть|Open)/ }).first();
    const id = (await first.getAttribute('aria-label'))?.match(/\d+$/)?.[0] ?? '';
    await openRow(first);
    await see(page.getByRole('heading', { name: new RegExp(`#${id}$`) }));
    const address = addressOf(page);
    expect(address).toMatch(new RegExp(`^/cabinet/accidents/opened/${id}/\\w+$`));

    // Shows map, speed and the three axes.
    const map = page.getByRole('region', { name: say.map });
    for (const mark of say.track) await see(map.getByRole('listitem').filter({ hasText: mark }).first());
    // The small drawing of the whole track covers the map only while its button is pointed at.
    const inset = map.locator('.map-inset');
    await inset.waitFor({ state: 'attached' });
    expect(await inset.isVisible()).toBe(false);
    await map.getByRole('button', { name: say.wholeTrack }).hover();
    await see(inset);
    await see(page.getByRole('img', { name: say.curves }));
    await see(page.getByRole('img', { name: say.speedCurve }));

    // All of them share one clock.
    const board = page.getByLabel(say.readouts);
    await see(board);
    const readings = async (): Promise<readonly (string | undefined)[]> => {
      const text = (await board.innerText()).replace(/\s+/g, ' ');
      return say.read.map(name => text.match(new RegExp(`${name} [+−]?([\\d.,]+ \\S+)`))?.[1]);
    };
    // The page opens at the peak. Strip of facts and read-out show the same number, and the badge the delta-v of the strip.
    await expect.poll(readings).not.toContain(undefined);
    const atImpact = await readings();
    const peak = atImpact.at(-1) ?? '';
    const fact = async (name: string) => (await beside(page, name).innerText()).replace(/\s+/g, ' ');
    await expect.poll(() => fact(say.facts[0])).toBe(peak);
    const deltaV = await fact('ΔV');
    expect(deltaV).toMatch(say.figure);
    await see(page.locator('header').getByText(deltaV).first());
    const scrubber = page.getByRole('slider', { name: say.scrubber });
    await scrubber.fill('0.5');
    await expect.poll(async () => (await readings())[0]).toBe(say.half);
    await expect.poll(async () => (await readings()).slice(2)).not.toEqual(atImpact.slice(2));
    await expect.poll(() => addressOf(page)).toBe(`${address}?t=0.5`);
    await page.getByRole('button', { name: say.toImpact }).click();
    await expect.poll(readings).toEqual(atImpact);

    // Shows the facts of the impact in a drawer.
    await page.getByRole('button', { name: say.measurements }).click();
    const drawer = page.getByRole('dialog', { name: say.measurements });
    await see(drawer);
    for (const name of say.facts)
      await expect
        .poll(async () => (await beside(page, name, drawer).innerText()).replace(/\s+/g, ' '))
        .toMatch(say.figure);
    await see(drawer.getByRole('img', { name: say.direction }));
    await page.keyboard.press('Escape');
    await gone(drawer);

    const note = page.getByRole('textbox', { name: say.note });
    await see(note);
    await page.getByRole('button', { name: say.take, exact: true }).click();
    await see(page.getByText(say.mine));

    await note.fill(say.said);
    await page.getByRole('button', { name: say.add, exact: true }).click();
    const notes = page.getByRole('region', { name: say.tabs.notes }).getByRole('listitem');
    await see(notes.filter({ hasText: say.said }));
    await notes.filter({ hasText: say.said }).getByRole('button', { name: say.edit }).click();
    await page.getByRole('textbox', { name: say.edit }).fill(say.saidMore);
    const region = page.getByRole('region', { name: say.tabs.notes });
    await region.getByRole('button', { name: say.save, exact: true }).click();
    await see(notes.filter({ hasText: say.saidMore }).filter({ hasText: say.edited }));

    await page.getByRole('tab', { name: say.tabs.images }).click();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: say.choose }).click(),
    ]);
    await chooser.setFiles({ name: 'bumper.jpg', mimeType: 'image/jpeg', buffer: await photo() });
    await page.getByRole('button', { name: say.picture }).click();
    const picture = page.getByRole('dialog', { name: say.lightbox }).getByRole('img').first();
    await expect.poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(320);
    await page.getByRole('dialog', { name: say.lightbox }).getByRole('button', { name: say.closePicture }).click();

    // Closing the case moves it to the processed ones, and changes the address.
    await page.getByRole('button', { name: say.move, exact: true }).click();
    const asking = page.getByRole('form', { name: new RegExp(id) });
    await asking.getByRole('button', { name: say.outcome }).click();
    await asking.getByRole('textbox', { name: say.comment }).fill(say.why);
    await asking.getByRole('button', { name: say.move, exact: true }).click();
    await see(page.getByText(say.moved));
    await gone(asking);
    await see(page.getByText(say.bucket, { exact: true }));
    await expect.poll(() => addressOf(page)).toBe(address.replace('opened', 'closed'));

    await page.getByRole('navigation').getByRole('link', { name: say.closed }).first().click();
    await see(page.getByRole('heading', { name: say.closed }));
    await openRow(page.getByRole('link', { name: new RegExp(`: ${id}$`) }));
    await page.getByRole('tab', { name: say.tabs.history }).click();
    const history = page.getByRole('tabpanel', { name: say.tabs.history });
    for (const line of say.history) await see(history.getByText(line, { exact: true }).first());
    await page.getByRole('tab', { name: say.tabs.processing }).click();
    await see(notes.filter({ hasText: say.saidMore }));

    await signOut(page);
    await see(page.getByRole('heading', { name: say.signIn }));
    expect(addressOf(page)).toBe('/auth/login/');
    await expect
      .poll(() => page.evaluate(() => sessionStorage.getItem('tokens') ?? localStorage.getItem('tokens')))
      .toBe(null);
  });
});
