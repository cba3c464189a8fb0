// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { QueryClient } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import polyglot from 'ra-i18n-polyglot';
import { useState } from 'react';
import { CoreAdminContext, type DataProvider, TestMemoryRouter } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OperatorText } from '../../../../src/fields/filters/OperatorText.tsx';
import { Filter, FilterText } from '../../../../src/fields/filters/reference.tsx';
import { ru } from '../../../../src/i18n/ru/index.ts';
import { accidents } from '../../../../src/resources/accidents.ts';
import { devices } from '../../../../src/resources/devices.ts';
import { vouchers } from '../../../../src/resources/vouchers.ts';
import { parametersOfField } from '../../../../src/schema/filters.ts';
import type { Row } from '../../../../src/schema/kinds/value.ts';
import { offeredFilters } from '../../../../src/screens/list/filters.ts';
import { themes } from '../../../../src/theme/theme.ts';

// Searches are debounced, so waits are long.
afterEach(cleanup);

const models = Array.from({ length: 30 }, (_, at) => ({ id: at + 1, Id: at + 1, Name: `Модель ${at + 1}` }));
const field = devices.fields.ObuModel;
const filter = { name: 'ObuModel', field, resource: devices };

const catalogue = { ...ru, resources: { devices: { fields: { ObuModel: 'Модель устройства' } } } };

/** Answers a page of matches, as the server does. */
const search = async (_name: string, { filter: asked, pagination }: Parameters<DataProvider['getList']>[1]) => {
  const found = models.filter(({ Name }) => Name.toLowerCase().includes(String(asked.q ?? '').toLowerCase()));
  return { data: found.slice(0, pagination?.perPage), total: found.length };
};

const show = (first: Row, roles: readonly string[] = ['MANAGER']) => {
  const getList = vi.fn(search);
  const getMany = vi.fn(async (_name: string, { ids }: { ids: readonly unknown[] }) => ({
    data: models.filter(({ id }) => ids.map(Number).includes(id)),
  }));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  let values = first;
  const Panel = () => {
    const [current, setCurrent] = useState(first);
    values = current;
    return (
      <>
        <Filter {...filter} values={current} onChange={changed => setCurrent({ ...current, ...changed })} />
        <output>
          <FilterText {...filter} values={current} />
        </output>
      </>
    );
  };
  render(
    <ThemeProvider theme={themes.light}>
      <TestMemoryRouter>
        <CoreAdminContext
          authProvider={{ getPermissions: async () => roles, checkAuth: async () => undefined } as never}
          dataProvider={{ getList, getMany } as unknown as DataProvider}
          i18nProvider={polyglot(() => catalogue as never, 'ru', [], { allowMissing: true })}
          queryClient={client}
        >
          <Panel />
          <OperatorText
            {...filter}
            values={{ ObuModelIdNot: '4,5' }}
            parameters={parametersOfField('ObuModel', field).slice(1, 2)}
          />
        </CoreAdminContext>
      </TestMemoryRouter>
    </ThemeProvider>,
  );
  return { getList, getMany, values: () => values };
};
const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Модель устройства' });
const chip = () => screen.getByRole('status').textContent;

describe('a filter by a record', () => {
  it('has the titles of what an address chose by its ids, in the panel and on the chip', async () => {
    show({ ObuModelId: '29,7' });
    expect(await screen.findByRole('button', { name: 'Модель 29' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Модель 7' })).toBeDefined();
    await waitFor(() => expect(chip()).toBe('Модель 29, Модель 7'));
    expect(await screen.findByText('кроме Модель 4, Модель 5')).toBeDefined();
  });

  it('is searched for on the server, a page at a time, and narrows by the ids of what is picked', async () => {
    const { getList, values } = show({ ObuModelId: '7' });
    await userEvent.type(box(), 'модель 27');
    await userEvent.click(await screen.findByRole('option', { name: 'Модель 27' }));
    expect(getList.mock.lastCall?.[1]).toMatchObject({ filter: { q: 'модель 27' }, pagination: { perPage: 20 } });
    expect(values()).toEqual({ ObuModelId: '7,27' });
    await waitFor(() => expect(chip()).toBe('Модель 7, Модель 27'));
    await userEvent.clear(box());
    await userEvent.type(box(), '{Backspace}{Backspace}');
    expect(values()).toEqual({ ObuModelId: undefined });
  });

  it('keeps what is picked when everything else than that is asked for', async () => {
    const { values } = show({ ObuModelId: '7' });
    await userEvent.selectOptions(screen.getByLabelText('Условие: Модель устройства'), 'кроме');
    expect(values()).toEqual({ ObuModelId: undefined, ObuModelIdNot: '7', ObuModelEmpty: undefined });
    expect(await screen.findByRole('button', { name: 'Модель 7' })).toBeDefined();
  });

  it('is not asked for by those who may not read such records: a link with it has numbers', async () => {
    const { getMany } = show({ ObuModelId: '29' }, ['OPERATOR']);
    await waitFor(() => expect(chip()).toBe('#29'));
    expect(getMany).not.toHaveBeenCalled();
    const offered = (roles: readonly string[]) => offeredFilters(accidents, roles).map(([name]) => name);
    expect(offered(['MANAGER'])).toEqual(expect.arrayContaining(['OperatorId', 'ClientId']));
    expect(offered(['OPERATOR'])).not.toContain('OperatorId');
  });

  it('is not offered by the panel if only a link sets it, such as the import of the rows', () => {
    expect(offeredFilters(vouchers, ['MANAGER']).map(([name]) => name)).not.toContain('ImportId');
  });
});
