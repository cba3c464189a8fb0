// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { QueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import polyglot from 'ra-i18n-polyglot';
import { CoreAdminContext, type DataProvider } from 'react-admin';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../src/api/client.ts';
import { accountQuery } from '../../../../src/authProvider/account.ts';
import { ru } from '../../../../src/i18n/ru/index.ts';
import type { Resource } from '../../../../src/schema/define.ts';
import type { Field } from '../../../../src/schema/kinds/field.ts';
import { CreateScreen } from '../../../../src/screens/record/CreateScreen.tsx';
import { themes } from '../../../../src/theme/theme.ts';
import { things } from './thing.tsx';

beforeEach(() => {
  localStorage.clear();
  window.matchMedia = () => ({ matches: false, addEventListener: () => 0, removeEventListener: () => 0 }) as never;
});
afterEach(cleanup);

const inSteps: Resource = {
  ...things,
  fields: { ...things.fields, Name: { ...things.fields.Name, required: true } as Field },
  form: {
    draft: true,
    steps: [
      { title: { ru: 'Имя', en: 'Name' }, rows: ['Name'] },
      { title: { ru: 'Связь', en: 'Contact' }, rows: ['Phone'] },
    ],
  },
  access: { read: ['MANAGER'], create: ['MANAGER'] },
};

const open = (create: unknown) => {
  const failures: string[] = [];
  const client = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
  client.getMutationCache().config.onError = error => void failures.push(error.message);
  client.setQueryData(accountQuery.queryKey, { Id: 7, Roles: ['MANAGER'] } as never);
  const page = (
    <ThemeProvider theme={themes.light}>
      <CoreAdminContext
        dataProvider={{ create } as unknown as DataProvider}
        i18nProvider={polyglot(() => ru as never, 'ru', [], { allowMissing: true })}
        queryClient={client}
      >
        <CreateScreen resource={inSteps} />
      </CoreAdminContext>
    </ThemeProvider>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />);
  return failures;
};
const press = async (name: string) => fireEvent.click(await screen.findByText(name));
const box = (name: string) =>
  waitFor(() => {
    const found = document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    if (!found) throw new Error(`There is no input ${name}`);
    return found;
  });
const write = async (name: string, value: string) => fireEvent.change(await box(name), { target: { value } });

it('a database that is gone in the middle of the steps costs nothing that was typed: it is told, kept, and sent again', async () => {
  const refuse = async () => {
    throw new ApiError(503, { Message: 'База данных недоступна', TraceId: 't' });
  };
  const create = vi.fn<(name: string, asked: { data: object }) => Promise<unknown>>(refuse);
  const failures = open(create);
  await write('Name', 'Колесо');
  await press('Дальше');
  await write('Phone', '+7 916 100-00-01');
  await press('Сохранить');
  await waitFor(() => expect(failures).toEqual(['База данных недоступна']));
  expect((await box('Phone')).value).toBe('+7 916 100-00-01');

  // A later visit restores the typed text in its step.
  cleanup();
  open(create);
  expect(await screen.findByText(/Продолжаем черновик/)).toBeDefined();
  expect((await box('Name')).value).toBe('Колесо');
  await press('Дальше');
  await box('Phone');
  create.mockImplementation(async (_, { data }) => ({ data: { id: 1, ...data } }));
  await press('Сохранить');
  await waitFor(() => expect(create).toHaveBeenCalledTimes(2));
  expect(create.mock.lastCall?.[1].data).toMatchObject({ Name: 'Колесо', Phone: '+7 916 100-00-01' });
  await waitFor(() => expect(localStorage.getItem('own 7 draft things')).toBeNull());
});

it('the last letters before a reload are kept, though no pause followed them', async () => {
  open(vi.fn());
  await write('Name', 'Колесо');
  await waitFor(() => expect(localStorage.getItem('own 7 draft things')).toContain('Колесо'));
  await write('Name', 'Колесо запасное');
  window.dispatchEvent(new Event('pagehide'));
  expect(localStorage.getItem('own 7 draft things')).toContain('Колесо запасное');
});

it('is not said to be kept where the browser does not store it', async () => {
  open(vi.fn());
  await write('Name', 'Колесо');
  expect(await screen.findByText(ru.lists.form.draftKept)).toBeDefined();
  const store = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await write('Name', 'Колесо и шина');
  await waitFor(() => expect(screen.queryByText(ru.lists.form.draftKept)).toBeNull());
  store.mockRestore();
});

it('Enter goes to the next step as the button does, and stays where something is wrong', async () => {
  const create = vi.fn();
  open(create);
  // The name is required, so the step stays.
  expect(fireEvent.keyDown(await box('Name'), { key: 'Enter' })).toBe(false);
  await waitFor(async () => expect((await box('Name')).getAttribute('aria-invalid')).toBe('true'));
  await write('Name', 'Колесо');
  // An Enter that a list of choices or an input method has used does not leave the step.
  fireEvent.keyDown(await box('Name'), { key: 'Enter', isComposing: true });
  expect(document.querySelector('input[name="Phone"]')).toBeNull();
  fireEvent.keyDown(await box('Name'), { key: 'Enter' });
  await box('Phone');
  expect(create).not.toHaveBeenCalled();
});
