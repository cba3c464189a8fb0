import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { gone, openCabinet, see } from '../support/browser.ts';
import { focusOn } from '../support/keyboard.ts';
import { signInTo } from '../support/running.ts';

const cabinet = openCabinet();
const poll = <T>(look: () => T) => expect.poll(look);

interface Case {
  readonly Id: number;
  readonly ObjectId: string;
}
let cases: readonly (Case & { readonly CrashDateTime: string })[] = [];
let me: Awaited<ReturnType<typeof signInTo>>;
cabinet.prepare(async () => {
  me = await signInTo(cabinet.server.address, 'operator@demo.drivedesk');
  const table = '/api/v2/Accident/table/opened?pageSize=50&StatusOfRoadAccidentID=1';
  cases = ((await (await me.get(table)).json()) as { Items: typeof cases }).Items;
});

const read = async ({ Id }: Case) =>
  (await (await me.get(`/api/v2/Accident/${Id}`)).json()) as Record<string, unknown> & Case;

/** Reports the event of a case once more, three minutes later, with a note. */
const reportAgain = async (known: (typeof cases)[number]): Promise<Case> => {
  const { VoucherId } = await read(known);
  const reply = await me.post('/api/v2/Accident', {
    VoucherId,
    CrashDateTime: new Date(Date.parse(known.CrashDateTime) + 180_000).toISOString(),
    Note: 'Позвонила жена клиента',
  });
  return (await reply.json()) as Case;
};

const openCase = async ({ Id, ObjectId }: Case, as = 'operator@demo.drivedesk', bucket = 'opened'): Promise<Page> => {
  const page = await cabinet.open({ as });
  await page.goto(`/cabinet/accidents/${bucket}/${Id}/${ObjectId}`);
  return page;
};
const mergeButton = (page: Page, { Id }: Case) => page.getByRole('button', { name: `Закрыть как дубль #${Id}` });

it('a second report of an event is closed as its duplicate by one click; undo takes it back, and the kept case has its notes', async () => {
  const kept = cases[0]!;
  const report = await reportAgain(kept);
  const page = await openCase(report);
  await see(page.getByText('раньше на 3 мин'));
  const told = page.getByText(`Авария #${report.Id}: закрыта как дубль аварии #${kept.Id}`);
  await mergeButton(page, kept).click();
  await see(told);
  await poll(() => page.url()).toContain(`/opened/${kept.Id}/`);
  await page.keyboard.press('u');
  await poll(() => page.url()).toContain(`/opened/${report.Id}/`);
  await see(page.getByText('Вы работаете с аварией'));
  expect(await read(report)).toMatchObject({ Status: 'opened', DuplicateOf: null });

  await mergeButton(page, kept).click();
  await poll(() => page.url()).toContain(`/opened/${kept.Id}/`);
  await see(page.getByRole('link', { name: `#${report.Id}`, exact: true }));
  await see(page.getByRole('link', { name: `Из дубля #${report.Id}` }));
  await see(page.getByText('Позвонила жена клиента'));
  expect(await read(report)).toMatchObject({ Status: 'closed', DuplicateOf: kept.Id, LockedBy: null });
});

it('a report that arrives while the case is open is proposed without a reload', async () => {
  const known = cases[2]!;
  const page = await openCase(known);
  await see(page.locator('[data-live=live]'));
  const report = await reportAgain(known);
  await see(mergeButton(page, report));
});

it('by keys too: D goes to the proposal and Enter accepts it; an operator reads of it, and a manager separates the cases', async () => {
  const kept = cases[1]!;
  const report = await reportAgain(kept);
  const page = await openCase(report);
  await see(mergeButton(page, kept));
  await poll(async () => {
    await page.keyboard.press('d');
    return mergeButton(page, kept).evaluate(button => button === document.activeElement);
  }).toBe(true);
  await focusOn(page, mergeButton(page, kept));
  await page.keyboard.press('Enter');
  await poll(() => page.url()).toContain(`/opened/${kept.Id}/`);

  await page.goto(`/cabinet/accidents/closed/${report.Id}/${report.ObjectId}`);
  await see(page.getByText(/^Закрыта как дубль аварии #\d+\. .* Отделить её может руководитель\./));
  await gone(page.getByRole('button', { name: 'Вернуть в новые' }));
  await page.getByRole('tab', { name: 'История' }).click();
  await see(page.getByText('Закрыта как дубль', { exact: true }));
  await see(
    page
      .getByRole('listitem')
      .filter({ hasText: 'Дубль аварии' })
      .filter({ hasText: String(kept.Id) }),
  );

  const manager = await openCase(report, 'manager@demo.drivedesk', 'closed');
  await manager.getByRole('button', { name: 'Вернуть в новые' }).click();
  const dialog = manager.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Причина' }).fill('Это разные удары');
  await dialog.getByRole('button', { name: 'Вернуть в новые' }).click();
  await poll(() => manager.url()).toContain(`/opened/${report.Id}/`);
  expect(await read(report)).toMatchObject({ Status: 'opened', DuplicateOf: null });
});

it('any two cases of a client are merged by a search; a case of another client is refused in words, and undo takes it back', async () => {
  const [open, stranger] = [cases[3]!, cases[4]!];
  const { VoucherId } = await read(open);
  const CrashDateTime = new Date(Date.parse(open.CrashDateTime) - 5 * 86_400_000).toISOString();
  const earlier = (await (await me.post('/api/v2/Accident', { VoucherId, CrashDateTime })).json()) as Case;
  const page = await openCase(open);
  await page.getByRole('button', { name: 'Завершить', exact: true }).click();
  await page.getByRole('button', { name: 'Та же авария, что…' }).click();
  const dialog = page.getByRole('dialog', { name: `Авария #${open.Id} – та же, что…` });
  await see(dialog.getByRole('button', { name: `Закрыть как дубль #${earlier.Id}` }));

  const search = dialog.getByRole('searchbox', { name: 'Номер аварии, место или госномер' });
  await focusOn(page, search);
  await search.fill('999999');
  await see(dialog.getByText('Такой аварии нет ни у этого клиента, ни среди номеров вашей компании.'));
  await search.fill(`#${stranger.Id}`);
  await dialog.getByRole('button', { name: `Закрыть как дубль #${stranger.Id}` }).click();
  await see(dialog.getByText(`Авария #${stranger.Id} – другого клиента и автомобиля`));
  expect(await read(open)).toMatchObject({ Status: 'opened', DuplicateOf: null });

  await search.fill(String(earlier.Id));
  await dialog.getByRole('button', { name: `Закрыть как дубль #${earlier.Id}` }).click();
  await poll(() => page.url()).toContain(`/opened/${earlier.Id}/`);
  await see(page.getByText(`Авария #${open.Id}: закрыта как дубль аварии #${earlier.Id}`));
  expect(await read(open)).toMatchObject({ Status: 'closed', DuplicateOf: earlier.Id });
  await page.keyboard.press('u');
  await poll(() => page.url()).toContain(`/opened/${open.Id}/`);
  expect(await read(open)).toMatchObject({ Status: 'opened', DuplicateOf: null });
});
