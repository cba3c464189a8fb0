import { afterAll, expect, it } from 'vitest';
import { openCabinet, see } from '../support/browser.ts';
import { readLetter } from '../support/letters.ts';
import { startMailServer } from '../support/smtp.ts';

const mail = await startMailServer({ disabledCommands: ['STARTTLS', 'AUTH'] });
afterAll(() => mail.close());
const cabinet = openCabinet({ MAIL_FROM: 'no-reply@example.test', SMTP_URL: `smtp://127.0.0.1:${mail.port}` });
cabinet.prepare(async () => {
  mail.delivered.length = 0;
});

it('a list is sent regularly, once at once, and not after its owner is blocked', async () => {
  const page = await cabinet.open({ as: 'manager@demo.drivedesk' });
  await page.goto('/cabinet/cards/list/?filter={"Status":["active"]}');
  await page.getByRole('button', { name: 'Выгрузить' }).click();
  await page.getByRole('menuitem', { name: 'Отправлять регулярно…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Название').fill('Действующие ваучеры');
  await dialog.getByLabel('День недели').click();
  await page.getByRole('option', { name: 'пятница' }).click();
  // The person who sets it up is the recipient by default.
  await see(dialog.getByRole('button', { name: /manager@demo\.drivedesk$/ }));
  await dialog.getByRole('button', { name: 'Отправлять' }).click();
  await see(page.getByText(/^Рассылка «Действующие ваучеры» настроена\. Первое письмо придёт/));

  await page.goto('/cabinet/exports/');
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Действующие ваучеры' }) });
  await see(row.getByText('каждую неделю, пятница, в 09:00', { exact: false }));
  await see(row.getByText('Ещё не отправлялась'));
  await row.getByRole('button', { name: 'Отправить сейчас' }).click();
  await see(row.getByText('Отправлена', { exact: true }));
  expect(mail.delivered.map(({ to }) => to)).toEqual([['manager@demo.drivedesk']]);
  const { source } = mail.delivered[0]!;
  expect(readLetter(source).subject).toContain('Действующие ваучеры');
  expect(source).toContain('.xlsx');

  const admin = await cabinet.open({ as: 'admin@demo.drivedesk' });
  await admin.goto('/cabinet/users/operators/');
  await admin.getByRole('searchbox').fill('manager@demo');
  await admin.getByRole('table').getByRole('link', { name: 'Савчук Игорь Андреевич' }).click();
  await admin.getByRole('button', { name: 'Заблокировать' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Заблокировать' }).click();
  await see(admin.getByText('заблокирован', { exact: true }).first());
  await admin.goto('/cabinet/exports/');
  const shown = admin
    .getByRole('listitem')
    .filter({ has: admin.getByRole('heading', { name: 'Действующие ваучеры' }) });
  await shown.getByRole('button', { name: 'Отправить сейчас' }).click();
  await see(shown.getByText('Не отправлена', { exact: true }));
  await see(shown.getByText(/^Ничего не отправлено: .* заблокирован\(а\) или больше не работает в компании$/));
  expect(mail.delivered).toHaveLength(1);
});
