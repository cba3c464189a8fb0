// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactElement } from 'react';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useAccount } from '../../../../../src/authProvider/account.ts';
import { DataForm } from '../../../../../src/custom-pages/user/data/DataPage.tsx';
import { openTexts } from '../../../../../src/i18n/store.ts';
import { account, Stand } from '../../layout/frame.tsx';

const asked: { path: string; body: unknown }[] = [];
let answer: () => Response = () => HttpResponse.json({});
const server = setupServer(
  http.put('*/api/v2/Account/*', async ({ request }) => {
    asked.push({ path: new URL(request.url).pathname, body: await request.json() });
    return answer();
  }),
);
beforeAll(async () => {
  server.listen();
  await openTexts('whole');
});
afterEach(() => {
  cleanup();
  asked.length = 0;
});
afterAll(() => server.close());

const show = (page: ReactElement) => {
  const router = createMemoryRouter([
    {
      element: (
        <>
          <Link to="/elsewhere">away</Link>
          <Outlet />
        </>
      ),
      children: [
        { path: '/', element: page },
        { path: '/elsewhere', element: <p>elsewhere</p> },
      ],
    },
  ]);
  return render(
    <Stand bare>
      <RouterProvider router={router} />
    </Stand>,
  );
};
/** Renders the form over the account, as the page does. */
const PersonalData = () => {
  const known = useAccount();
  return known ? <DataForm account={known} /> : null;
};
const name = () => screen.getByLabelText(/ФИО/);
const save = () => screen.getByRole('button', { name: 'Сохранить' });

describe('the form of personal data', () => {
  it('checks on change, in the specification’s words, and sends nothing wrong', async () => {
    show(<DataForm account={account} />);
    expect(save()).toHaveProperty('disabled', true);
    await userEvent.clear(name());
    expect(await screen.findByText('Поле обязательно для заполнения')).toBeDefined();
    expect(name().getAttribute('aria-invalid')).toBe('true');
    await userEvent.type(screen.getByLabelText('Телефон'), 'позвоните');
    expect(await screen.findByText('От 5 до 15 цифр, можно +, пробелы, скобки и дефисы')).toBeDefined();
    await userEvent.click(save());
    expect(asked).toEqual([]);
  });

  it('sends what was typed with the version it was read in', async () => {
    answer = () => HttpResponse.json({ ...account, FullName: 'Анна Новая', Version: 2 });
    show(<DataForm account={account} />);
    await userEvent.clear(name());
    await userEvent.type(name(), 'Анна Новая');
    await userEvent.click(save());
    await waitFor(() =>
      expect(asked[0]).toEqual({
        path: '/api/v2/Account/info',
        body: { FullName: 'Анна Новая', Occupation: 'Оператор', Phone: '', Locale: 'ru', Version: 1 },
      }),
    );
    await waitFor(() => expect(save()).toHaveProperty('disabled', true));
  });

  it('puts what the server says of a field under it', async () => {
    const Errors = [{ Field: 'Occupation', Message: 'Такой должности нет' }];
    answer = () => HttpResponse.json({ Message: 'Проверьте введённые данные', Errors, TraceId: 't' }, { status: 400 });
    show(<DataForm account={account} />);
    await userEvent.type(screen.getByLabelText('Должность'), '!');
    await userEvent.click(save());
    expect(await screen.findByText('Такой должности нет')).toBeDefined();
    expect(screen.getByLabelText('Должность').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(screen.getByLabelText('Должность'));
  });

  it('tells what was changed in another browser, and saves what was typed without typing it again', async () => {
    const Current = { ...account, Occupation: 'Старший оператор', Version: 5 };
    answer = () => HttpResponse.json({ Message: 'Запись изменилась', Current, TraceId: 't' }, { status: 409 });
    show(<PersonalData />);
    await userEvent.clear(name());
    await userEvent.type(name(), 'Анна Новая');
    await userEvent.click(save());
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toContain(
        'Эти изменения уже в форме:Должность: Оператор → Старший оператор',
      ),
    );
    expect(screen.getByRole('alert').textContent).not.toContain('Ваш ввод заменит');
    expect(name()).toHaveProperty('value', 'Анна Новая');
    expect(screen.getByLabelText('Должность')).toHaveProperty('value', 'Старший оператор');
    answer = () => HttpResponse.json({ ...Current, FullName: 'Анна Новая', Version: 6 });
    await userEvent.click(save());
    await waitFor(() => expect(screen.queryByText(/Ваши данные изменились/)).toBeNull());
    expect(asked[1]?.body).toEqual({
      FullName: 'Анна Новая',
      Occupation: 'Старший оператор',
      Phone: '',
      Locale: 'ru',
      Version: 5,
    });
  });

  it('tells which changes the typed text replaces, and which are in the form already', async () => {
    const Current = { ...account, FullName: 'Анна Другая', Occupation: 'Старший оператор', Version: 5 };
    answer = () => HttpResponse.json({ Message: 'Запись изменилась', Current, TraceId: 't' }, { status: 409 });
    show(<PersonalData />);
    await userEvent.clear(name());
    await userEvent.type(name(), 'Анна Новая');
    await userEvent.click(save());
    const told = () => screen.getByRole('alert').textContent;
    await waitFor(() =>
      expect(told()).toContain(`Ваш ввод заменит эти изменения:ФИО: ${account.FullName} → Анна Другая`),
    );
    expect(told()).toContain('Эти изменения уже в форме:Должность: Оператор → Старший оператор');
    await userEvent.clear(name());
    await userEvent.type(name(), 'Анна Другая');
    await waitFor(() => expect(told()).not.toContain('Ваш ввод заменит'));
    await userEvent.click(screen.getByRole('button', { name: 'Отменить мой ввод' }));
    await waitFor(() => expect(name()).toHaveProperty('value', 'Анна Другая'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('tells when nothing in the form has changed', async () => {
    const Current = { ...account, Version: 5 };
    answer = () => HttpResponse.json({ Message: 'Запись изменилась', Current, TraceId: 't' }, { status: 409 });
    show(<PersonalData />);
    await userEvent.type(name(), '!');
    await userEvent.click(save());
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toContain('В полях этой формы ничего не изменилось.'),
    );
    expect(screen.getByRole('alert').textContent).not.toContain('изменения');
  });

  it('asks before what was typed is left', async () => {
    show(<DataForm account={account} />);
    await userEvent.type(name(), '!');
    await userEvent.click(screen.getByRole('link', { name: 'away', hidden: true }));
    expect(await screen.findByRole('dialog')).toBeDefined();
    expect(screen.queryByText('elsewhere')).toBeNull();
  });
});
