// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ForgotPage } from '../../../../../src/custom-pages/auth/ForgotPage.tsx';
import { LoginPage } from '../../../../../src/custom-pages/auth/LoginPage.tsx';
import { RegisterPage } from '../../../../../src/custom-pages/auth/RegisterPage.tsx';
import { ResetPage } from '../../../../../src/custom-pages/auth/ResetPage.tsx';
import { openExtra, openTexts } from '../../../../../src/i18n/store.ts';
import { TextsProvider } from '../../../../../src/i18n/TextsProvider.tsx';
import { AppTheme } from '../../../../../src/theme/AppTheme.tsx';

const asked: { path: string; body: unknown }[] = [];
let options = { Registration: true, Reset: true };
let answer: () => Response = () => HttpResponse.json({ Done: true });
const server = setupServer(
  http.get('*/api/v2/Account/options', () => HttpResponse.json(options)),
  http.get('*/demo.json', () => new HttpResponse(null, { status: 404 })),
  http.post('*/api/v2/Account/*', async ({ request }) => {
    asked.push({ path: new URL(request.url).pathname, body: await request.json() });
    return answer();
  }),
);
beforeAll(async () => {
  server.listen();
  await openTexts('first');
  await openExtra('ways');
});
beforeEach(() => {
  options = { Registration: true, Reset: true };
  answer = () => HttpResponse.json({ Done: true });
});
afterEach(() => {
  cleanup();
  asked.length = 0;
  window.history.replaceState(null, '', '/');
});
afterAll(() => server.close());

const show = (page: ReactNode) =>
  render(
    <AppTheme>
      <TextsProvider>{page}</TextsProvider>
    </AppTheme>,
  );
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the sign-in page', () => {
  it('leads to the other two where they are on', async () => {
    show(<LoginPage />);
    expect((await screen.findByRole('link', { name: 'Запросить доступ' })).getAttribute('href')).toBe('/auth/register');
    expect(screen.getByRole('link', { name: 'Забыли пароль?' }).getAttribute('href')).toBe('/auth/forgot');
  });

  it('offers the other way to whom it lets wait, where that is on', async () => {
    const refused = () => HttpResponse.json({ Message: 'Слишком много попыток', TraceId: 't' }, { status: 429 });
    server.use(http.post('*/api/v2/Auth', refused));
    for (const Reset of [true, false]) {
      options = { Registration: true, Reset };
      show(<LoginPage />);
      await screen.findByRole('link', { name: 'Запросить доступ' });
      await userEvent.type(screen.getByLabelText('Электронная почта'), 'anna@example.com');
      await userEvent.type(screen.getByLabelText('Пароль'), 'anything');
      await press('Войти');
      const alert = await screen.findByRole('alert');
      expect(alert.textContent).toContain('Слишком много попыток');
      expect(alert.querySelector('a')?.getAttribute('href')).toBe(Reset ? '/auth/forgot' : undefined);
      cleanup();
    }
  });

  it('and to none where they are off', async () => {
    // One option at a time, because the page shows a link only when it knows both.
    options = { Registration: true, Reset: false };
    show(<LoginPage />);
    await screen.findByRole('link', { name: 'Запросить доступ' });
    expect(screen.queryByRole('link', { name: 'Забыли пароль?' })).toBeNull();
    cleanup();
    options = { Registration: false, Reset: true };
    show(<LoginPage />);
    expect(await screen.findByRole('link', { name: 'Забыли пароль?' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Запросить доступ' })).toBeNull();
  });
});

describe('asking for a link', () => {
  it('checks the address on blur, and says the same whatever the address', async () => {
    show(<ForgotPage />);
    const field = screen.getByLabelText('Электронная почта');
    await userEvent.type(field, 'anna');
    await userEvent.tab();
    expect(screen.getByText('Введите корректный email')).toBeDefined();
    await press('Прислать ссылку');
    expect(asked).toEqual([]);
    expect(document.activeElement).toBe(field);
    await userEvent.type(field, '@demo.test');
    await press('Прислать ссылку');
    expect(await screen.findByRole('heading', { name: 'Проверьте почту' })).toBe(document.activeElement);
    expect(asked).toEqual([{ path: '/api/v2/Account/forgot', body: { Login: 'anna@demo.test' } }]);
  });

  it('says who helps where it is off', async () => {
    options = { Registration: false, Reset: false };
    show(<ForgotPage />);
    expect(await screen.findByText(/Доступ восстанавливает руководитель/)).toBeDefined();
  });
});

describe('asking for an account', () => {
  it('names the empty fields, and what the server refuses under its field', async () => {
    show(<RegisterPage />);
    await press('Отправить заявку');
    expect(screen.getAllByText('Поле обязательно для заполнения')).toHaveLength(3);
    await userEvent.type(screen.getByLabelText('ФИО'), 'Пётр Ильин');
    await userEvent.type(screen.getByLabelText('Электронная почта'), 'petr@demo.test');
    await userEvent.type(screen.getByLabelText('Компания'), 'Вектор Авто');
    const Errors = [{ Field: 'CompanyName', Message: 'Не длиннее 200 знаков' }];
    answer = () => HttpResponse.json({ Message: 'Проверьте', Errors, TraceId: 't' }, { status: 400 });
    await press('Отправить заявку');
    expect(await screen.findByText('Не длиннее 200 знаков')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText('Компания'));
    answer = () => HttpResponse.json({ Done: true });
    await press('Отправить заявку');
    expect(await screen.findByRole('heading', { name: 'Заявка отправлена' })).toBeDefined();
    expect(asked.at(-1)?.body).toEqual({
      FullName: 'Пётр Ильин',
      Email: 'petr@demo.test',
      CompanyName: 'Вектор Авто',
    });
  });
});

describe('setting a password by the link', () => {
  it('takes the token off the address and sends it once', async () => {
    window.history.replaceState(null, '', '/auth/reset/#secret-token');
    show(<ResetPage />);
    expect(window.location.href).not.toContain('secret-token');
    await userEvent.type(screen.getByLabelText('Новый пароль'), 'short');
    expect(screen.getByText('Не короче 10 знаков')).toBeDefined();
    await userEvent.type(screen.getByLabelText('Новый пароль'), ' and long enough');
    await press('Сохранить пароль');
    expect(await screen.findByRole('heading', { name: 'Пароль сохранён' })).toBeDefined();
    expect(asked).toEqual([
      { path: '/api/v2/Account/reset', body: { Token: 'secret-token', Password: 'short and long enough' } },
    ]);
  });

  it('begins anew with another link followed in the same tab', async () => {
    window.history.replaceState(null, '', '/auth/reset/#old');
    answer = () => HttpResponse.json({ Message: 'Ссылка недействительна', TraceId: 't' }, { status: 422 });
    show(<ResetPage />);
    await userEvent.type(screen.getByLabelText('Новый пароль'), 'long enough now');
    await press('Сохранить пароль');
    await screen.findByRole('heading', { name: 'Ссылка не действует' });
    await act(async () => {
      window.location.hash = '#another';
      await new Promise(resolve => window.addEventListener('hashchange', resolve, { once: true }));
    });
    expect(window.location.href).not.toContain('another');
    answer = () => HttpResponse.json({ Done: true });
    await userEvent.type(screen.getByLabelText('Новый пароль'), 'long enough now');
    await press('Сохранить пароль');
    await screen.findByRole('heading', { name: 'Пароль сохранён' });
    expect(asked.map(({ body }) => body)).toMatchObject([{ Token: 'old' }, { Token: 'another' }]);
  });

  it('says of a dead link that it is, with the way to another', async () => {
    window.history.replaceState(null, '', '/auth/reset/#old');
    answer = () => HttpResponse.json({ Message: 'Ссылка недействительна', TraceId: 't' }, { status: 422 });
    show(<ResetPage />);
    await userEvent.type(screen.getByLabelText('Новый пароль'), 'long enough now');
    await press('Сохранить пароль');
    expect((await screen.findByRole('link', { name: 'Запросить новую ссылку' })).getAttribute('href')).toBe(
      '/auth/forgot',
    );
  });
});
