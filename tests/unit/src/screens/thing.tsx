import { ThemeProvider } from '@mui/material/styles';
import { QueryClient } from '@tanstack/react-query';
import polyglot from 'ra-i18n-polyglot';
import { CoreAdminContext, type DataProvider, memoryStore, TestMemoryRouter } from 'react-admin';
import { accountQuery } from '../../../../src/authProvider/account.ts';
import { audit as enAudit } from '../../../../src/i18n/en/extra/audit.ts';
import { exports as enExports } from '../../../../src/i18n/en/extra/exports.ts';
import { en } from '../../../../src/i18n/en/index.ts';
import { audit as ruAudit } from '../../../../src/i18n/ru/extra/audit.ts';
import { exports as ruExports } from '../../../../src/i18n/ru/extra/exports.ts';
import { ru } from '../../../../src/i18n/ru/index.ts';
import { defineResource, type Resource } from '../../../../src/schema/define.ts';
import { f } from '../../../../src/schema/fields.ts';
import { DescribedList } from '../../../../src/screens/ResourceList.tsx';
import { themes } from '../../../../src/theme/theme.ts';

/** A resource that no code mentions. The list gets everything from the description. */
export const things = defineResource({
  name: 'things',
  entity: 'thing',
  label: {
    ru: { title: 'Вещи', one: 'вещь', few: 'вещи', many: 'вещей' },
    en: { title: 'Things', one: 'thing', other: 'things' },
  },
  title: 'Name',
  calls: { list: 'GET /api/v2/Voucher/table' },
  split: { parameter: 'shelf', values: ['upper'] },
  fields: {
    Name: f.text({ label: { ru: 'Имя', en: 'Name' }, sortable: true }),
    Speed: f.speed({ label: { ru: 'Скорость', en: 'Speed' }, sortable: true, filterable: true }),
    Size: f.status({
      label: { ru: 'Размер', en: 'Size' },
      choices: ['mini', 'major'],
      choiceLabels: { mini: { ru: 'мини', en: 'mini' }, major: { ru: 'сильный', en: 'severe' } },
      tone: 'severity',
      filterable: true,
    }),
    Phone: f.phone({ label: { ru: 'Телефон', en: 'Phone' } }),
    Hidden: f.text({ label: { ru: 'Hidden', en: 'Hidden' } }),
    Seen: f.dateTime({ label: { ru: 'Seen', en: 'Seen' }, filterable: true }),
  },
  list: {
    columns: ['Name', 'Speed', 'Size', 'Phone'],
    filterSections: [{ title: { ru: 'О вещи', en: 'About the thing' }, fields: ['Size', 'Speed'] }],
    sort: 'Speed-desc',
    search: ['Name'],
    live: { event: 'accident' },
    rowPath: '/things/{split}/{Id}',
    card: { title: 'Name', figure: 'Speed', badge: 'Size', lines: ['Phone'] },
  },
  access: { read: [] },
});

const texts = {
  ru: {
    live: { arrived: { things: { one: '%{n} новая вещь' } }, some: { things: 'Есть новые вещи' }, show: 'показать' },
    name: 'вещь |||| вещи |||| вещей',
    bulk: { 1: 'Сделать мини' },
    fields: { Name: 'Имя', Speed: 'Скорость', Size: 'Размер' },
  },
  en: { live: {}, name: 'thing |||| things', fields: { Name: 'Name', Speed: 'Speed', Size: 'Size' } },
};

export const rows = [
  { id: 1, Id: 1, Name: 'Первая', Speed: 61.7, Size: 'mini', Phone: '+79161000001' },
  { id: 2, Id: 2, Name: 'Вторая', Speed: 12, Size: 'major', Phone: '' },
];

type Props = {
  address?: string;
  locale?: 'ru' | 'en';
  getList: (...given: Parameters<DataProvider['getList']>) => Promise<unknown>;
  /** Changes of the description. */
  more?: Partial<Resource>;
  roles?: readonly string[];
  /** Additional verbs of the data provider. */
  verbs?: object;
  /** Additional query parameters of the list. */
  asked?: Readonly<Record<string, string>> | undefined;
  onPath?: (path: string) => void;
  /** Values in the browser's storage, by key. */
  stored?: Readonly<Record<string, unknown>>;
};

const still = { ...themes.light, transitions: { ...themes.light.transitions, create: () => 'none' } };

export const ThingList = ({
  address = '/',
  locale = 'ru',
  getList,
  more,
  roles = [],
  verbs,
  onPath,
  asked,
  stored,
}: Props) => {
  const { live: list, ...words } = texts[locale];
  const catalogue = {
    ...(locale === 'ru'
      ? { ...ru, audit: ruAudit, exports: ruExports }
      : { ...en, audit: enAudit, exports: enExports }),
    resources: { things: words },
    live: { list },
  };
  const i18n = polyglot(() => catalogue as never, locale, [], { allowMissing: true });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(accountQuery.queryKey, { Roles: roles } as never);
  return (
    <ThemeProvider theme={still}>
      <TestMemoryRouter initialEntries={[address]} locationCallback={({ pathname }) => onPath?.(pathname)}>
        <CoreAdminContext
          dataProvider={{ getList, ...verbs } as unknown as DataProvider}
          i18nProvider={i18n}
          queryClient={client}
          store={memoryStore({ ...stored })}
        >
          <DescribedList
            name="things-upper"
            listLocation={{ resource: { ...things, ...more }, split: 'upper' }}
            fixedParams={asked}
          />
        </CoreAdminContext>
      </TestMemoryRouter>
    </ThemeProvider>
  );
};
