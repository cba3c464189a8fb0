// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { QueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import polyglot from 'ra-i18n-polyglot';
import { CoreAdminContext, type DataProvider, SimpleForm, TestMemoryRouter } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../src/api/client.ts';
import { RecordField } from '../../../../src/fields/inputs/ChoiceField.tsx';
import { ru } from '../../../../src/i18n/ru/index.ts';
import { f } from '../../../../src/schema/fields.ts';
import { themes } from '../../../../src/theme/theme.ts';
import { wholeStyleOf } from '../../../support/page.ts';
import { things } from '../screens/thing.tsx';

// Searches are debounced, so waits are long.
afterEach(cleanup);

const centres = Array.from({ length: 30 }, (_, at) => ({ id: at + 1, Id: at + 1, Name: `Центр ${at + 1}` }));
const field = f.reference({
  label: { ru: 'Центр', en: 'Centre' },
  targetResource: 'installationCenters',
  idField: 'CenterId',
});

/** Answers a page of matches, as the server does. */
const search = async (_name: string, { filter, pagination }: Parameters<DataProvider['getList']>[1]) => {
  const found = centres.filter(({ Name }) => Name.toLowerCase().includes(String(filter.q ?? '').toLowerCase()));
  return { data: found.slice(0, pagination?.perPage), total: found.length };
};
const getMany = async (_name: string, { ids }: { ids: readonly unknown[] }) => ({
  data: centres.filter(({ id }) => ids.map(Number).includes(id)),
});

const show = (
  getList: (...asked: never) => unknown = search,
  CenterId: number | null = null,
  many: unknown = getMany,
  Center?: string,
) => {
  const asked = vi.fn(getList as typeof search);
  render(
    <ThemeProvider theme={themes.light}>
      <TestMemoryRouter>
        <CoreAdminContext
          dataProvider={{ getList: asked, getMany: many } as unknown as DataProvider}
          i18nProvider={polyglot(() => ru as never, 'ru', [], { allowMissing: true })}
          queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
        >
          <SimpleForm record={{ id: 1, CenterId, Center }} toolbar={false}>
            <RecordField name="Center" field={field} resource={things} source="CenterId" label="Центр" />
          </SimpleForm>
        </CoreAdminContext>
      </TestMemoryRouter>
    </ThemeProvider>,
  );
  return asked;
};
const input = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Центр' });
const look = async (text: string) => {
  await userEvent.click(await input());
  fireEvent.change(await input(), { target: { value: text } });
};
const shows = (text: string) => screen.findByDisplayValue(text);

describe('the input of a reference', () => {
  it('leaves nothing to the page that is not of the page, and looks as every text field', async () => {
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    show();
    const box = (await input()).closest('.MuiTextField-root');
    expect(box?.getAttributeNames().filter(name => /props/i.test(name))).toEqual([]);
    // The theme places labels above inputs.
    expect(wholeStyleOf.get?.(box?.querySelector('label') as Element).position).toBe('static');
    expect(complaints.mock.calls.map(([text]) => String(text))).toEqual([]);
    complaints.mockRestore();
  });

  it('shows what is chosen by its title, also when no search would find it among the first', async () => {
    show(search, 29);
    expect(await shows('Центр 29')).toBeDefined();
  });

  it('keeps what is typed while it searches; arrows and Enter pick, Escape brings back what stood there', async () => {
    show(search, 29);
    await shows('Центр 29');
    const box = await input();
    await look('центр 27');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    await waitFor(() => expect(box.value).toBe('центр 27'));
    await userEvent.keyboard('{Escape}{Tab}');
    expect(await shows('Центр 29')).toBe(box);
    await look('центр 26');
    await screen.findByRole('option', { name: 'Центр 26' });
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(await shows('Центр 26')).toBe(box);
    await userEvent.clear(box);
    await userEvent.tab();
    await waitFor(() => expect(box.value).toBe(''));
  });

  it('keeps what is typed key by key where nothing is chosen yet', async () => {
    const asked = show();
    const box = await input();
    await userEvent.type(box, 'тр 27');
    await waitFor(() => expect(asked.mock.lastCall?.[1]).toMatchObject({ filter: { q: 'тр 27' } }));
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    expect(box.value).toBe('тр 27');
  });

  it('searches on the server, and takes what is picked', async () => {
    const asked = show();
    await look('центр 27');
    await waitFor(() => expect(asked.mock.lastCall?.[1]).toMatchObject({ filter: { q: 'центр 27' } }));
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    expect(asked.mock.lastCall?.[1]).toMatchObject({ pagination: { perPage: 20 } });
    await userEvent.click(await screen.findByRole('option', { name: 'Центр 27' }));
    expect(await shows('Центр 27')).toBeDefined();
  });

  it('says that nothing is found', async () => {
    show();
    await look('нигде');
    expect(await screen.findByText('Ничего не найдено')).toBeDefined();
  });

  it('says in the server’s words that the search failed, and keeps what is chosen', async () => {
    const failing = async () => {
      throw new ApiError(503, { Message: 'Сервер занят', TraceId: 't' });
    };
    show(failing, 3);
    expect(await screen.findByText('Сервер занят')).toBeDefined();
    expect(await shows('Центр 3')).toBeDefined();
  });

  it('shows the title that came with the record where what is chosen cannot be read', async () => {
    show(search, 29, async () => ({ data: [] }), 'Закрытый центр');
    expect(await shows('Закрытый центр')).toBeDefined();
  });
});
