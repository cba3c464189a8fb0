import { expect, it } from 'vitest';
import { addressOf, fillSignIn, openCabinet, see } from '../support/browser.ts';

const cabinet = openCabinet();

it('a wrong password is answered in words, and the right one still lets in', async () => {
  const page = await cabinet.open();
  await page.goto('/auth/login');
  await fillSignIn(page, 'operator@demo.drivedesk', 'drivedesk');
  const form = page.locator('form');
  await see(form.getByRole('alert').getByText('Неверный логин или пароль'));
  // Every error response shows the specification's toast, which stays.
  const toast = page.getByRole('region', { name: 'Сообщения' });
  await see(toast.getByText('Неверный логин или пароль'));
  await see(toast.getByText('Server respond with status "401"'));
  expect(addressOf(page)).toBe('/auth/login');
  expect(await page.getByRole('textbox', { name: 'Электронная почта' }).inputValue()).toBe('operator@demo.drivedesk');
  await fillSignIn(page, 'operator@demo.drivedesk');
  await see(page.getByRole('heading', { name: 'Рабочий стол' }));
});

it('an address nobody has is answered as a wrong password is', async () => {
  const page = await cabinet.open({ language: 'en' });
  await page.goto('/auth/login/');
  await fillSignIn(page, 'nobody@demo.drivedesk');
  await see(page.locator('form').getByRole('alert').getByText('Wrong login or password'));
});

it('what is missing or no address is said under its field, and the first of them gets the cursor', async () => {
  const page = await cabinet.open();
  await page.goto('/auth/login/');
  await page.getByRole('button', { name: 'Войти' }).click();
  await expect.poll(() => page.getByText('Поле обязательно для заполнения').count()).toBe(2);
  const email = page.getByRole('textbox', { name: 'Электронная почта' });
  await expect.poll(() => email.evaluate(input => input === document.activeElement)).toBe(true);
  await email.fill('operator');
  await see(page.getByText('Введите корректный email'));
});

it('after ten wrong passwords one has to wait, and reads how long', async () => {
  const page = await cabinet.open();
  await page.goto('/auth/login/');
  const wrong = page.locator('form').getByRole('alert').getByText('Неверный логин или пароль');
  for (let time = 1; time <= 10; time += 1) {
    const answered = page.waitForResponse(answer => answer.url().endsWith('/api/v2/Auth'));
    await fillSignIn(page, 'manager@demo.drivedesk', `guess ${time}`);
    expect((await answered).status()).toBe(401);
    await see(wrong);
  }
  // Even the right password is refused now.
  await fillSignIn(page, 'manager@demo.drivedesk');
  await see(
    page
      .locator('form')
      .getByRole('alert')
      .getByText(/^Слишком много попыток\. Повторите через \d+ мин/),
  );
  expect(await page.evaluate(() => sessionStorage.getItem('tokens'))).toBe(null);

  // Another account at the same address need not wait.
  await fillSignIn(page, 'operator@demo.drivedesk');
  await see(page.getByRole('heading', { name: 'Рабочий стол' }));
});
