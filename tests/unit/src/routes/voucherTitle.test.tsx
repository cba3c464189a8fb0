// @vitest-environment jsdom

import { cleanup, render, waitFor } from '@testing-library/react';
import { CoreAdminContext, useI18nProvider } from 'react-admin';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../../src/app/queryClient.ts';
import { accountQuery } from '../../../../src/authProvider/account.ts';
import { config } from '../../../../src/config.ts';
import { dataProvider } from '../../../../src/dataProvider/index.ts';
import { openTexts } from '../../../../src/i18n/store.ts';
import { SubHeader } from '../../../../src/layout/frame/SubHeader.tsx';
import { Layout } from '../../../../src/layout/Layout.tsx';
import { account, Stand } from '../layout/frame.tsx';

const asked = vi.fn();
let answer: () => Promise<Response>;
const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);

beforeAll(() => {
  Object.assign(config.layout, { blank: true });
  return openTexts('whole');
});
afterAll(() => void Object.assign(config.layout, { blank: false }));
beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string) => {
    asked(address);
    return answer();
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.clearAllMocks();
});

const Frame = () => (
  <CoreAdminContext dataProvider={dataProvider} i18nProvider={useI18nProvider()} queryClient={queryClient}>
    <SubHeader />
    <Layout />
  </CoreAdminContext>
);
const openAt = (address: string, Roles = account.Roles) => {
  queryClient.setQueryData(accountQuery.queryKey, { ...account, Roles });
  render(
    <Stand at={address}>
      <Frame />
    </Stand>,
  );
};
const crumb = () => document.querySelector('[aria-current=page]')?.textContent;
const shows = (title: string) =>
  waitFor(() => expect([crumb(), document.title]).toEqual([title, `${title} · Drivedesk`]));

it('is its number in breadcrumb and document title, and the id of the address until that is known', async () => {
  let tell: (told: Response) => void = () => undefined;
  answer = () =>
    new Promise(resolve => {
      tell = resolve;
    });
  openAt('/cabinet/scoring/17/?voucherObjectId=o-1');
  await shows('Ваучер 17');
  tell(Response.json({ Id: 17, VoucherNumber: 'DD-00017' }));
  await shows('Ваучер DD-00017');
  expect(asked.mock.calls).toEqual([['/api/v2/Voucher/17/details']]);
});

it('stays the id when the voucher cannot be fetched; that is logged, rethrown and told', async () => {
  answer = async () => Response.json({ Message: 'Запись не найдена', TraceId: 't' }, { status: 404 });
  openAt('/cabinet/scoring/18/');
  await waitFor(() =>
    expect(logged).toHaveBeenCalledWith('Error fetching voucher details', expect.objectContaining({ status: 404 })),
  );
  await shows('Ваучер 18');
  expect(queryClient.getQueryState(['vouchers', 'getOne', { id: '18' }])?.error).toMatchObject({
    message: 'Запись не найдена',
  });
});

it.each([
  ['/cabinet/scoring/', ['MANAGER'], 'Список ваучеров'],
  ['/cabinet/scoring/any/', ['MANAGER'], 'Ваучер any'],
  ['/cabinet/scoring/17/', ['OPERATOR'], 'Ваучер 17'],
])('is not asked for at %s by a %s', async (address, roles, title) => {
  openAt(address, roles);
  await shows(title);
  expect(asked).not.toHaveBeenCalled();
});
