// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { RecordContextProvider } from 'react-admin';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { object } from 'yup';
import { checkOverlay, readCatalogue } from '../../../../scripts/catalogue.ts';
import { LanguageSwitch } from '../../../../src/components/LanguageSwitch.tsx';
import { ScoreText } from '../../../../src/components/score/ScoreText.tsx';
import { LoginPage } from '../../../../src/custom-pages/auth/LoginPage.tsx';
import { OperatorText } from '../../../../src/fields/filters/OperatorText.tsx';
import { RangeFilter } from '../../../../src/fields/filters/RangePair.tsx';
import { kinds } from '../../../../src/fields/registry.ts';
import { stepTitle } from '../../../../src/fields/useI18n.ts';
import { en } from '../../../../src/i18n/en/index.ts';
import { currentLocale } from '../../../../src/i18n/locale.ts';
import { createI18nProvider } from '../../../../src/i18n/messages.ts';
import { setLanguage, setOfferedLocales, translate } from '../../../../src/i18n/store.ts';
import { TextsProvider } from '../../../../src/i18n/TextsProvider.tsx';
import { accidents } from '../../../../src/resources/accidents.ts';
import { pageForms } from '../../../../src/resources/forms/pageForms.ts';
import { vouchers } from '../../../../src/resources/vouchers.ts';
import { actionByName } from '../../../../src/schema/define.ts';
import { type Field, f } from '../../../../src/schema/fields.ts';
import { parametersOfField } from '../../../../src/schema/filters.ts';
import { exportOriginLines } from '../../../../src/schema/sheet.ts';
import { headerLabel } from '../../../../src/schema/texts.ts';
import { GuardedForm } from '../../../../src/screens/form/GuardedForm.tsx';
import { toSheet } from '../../../../src/screens/list/export/order.ts';
import { ActionForm } from '../../../../src/screens/record/actions/ActionForm.tsx';
import { Inputs } from '../../../../src/screens/record/Inputs.tsx';
import { Tabs } from '../../../../src/screens/record/Tabs.tsx';
import { subscribeToChoices } from '../../../../src/settings/persisted.ts';
import { Stand } from '../layout/frame.tsx';

const kazakh = vi.hoisted(() => ({
  'auth.title': 'Кіру',
  'lists.filters.title': 'Сүзгілер',
  'lists.export.title': 'Экспорт',
  'lists.nothing.title': 'Ештеңе табылмады',
  'lists.record.removed': 'Жойылды: %{title}',
  'resources.clients.title': 'Клиенттер',
  'resources.clients.add': 'Клиент қосу',
  'resources.clients.name': 'клиент |||| клиент',
  'resources.clients.fields.FullName': 'Аты-жөні',
  'resources.clients.fields.Phone': 'Телефон',
  'resources.clients.fields.City': 'Қала',
  'resources.clients.fields.BirthDate': 'Туған күні',
  'resources.clients.choices.Gender.female': 'әйел',
  'resources.clients.choices.Gender.male': 'ер',
  'resources.vouchers.title': 'Ваучерлер',
  'resources.devices.title': 'Құрылғылар',
  'routes.clients': 'Клиенттер',
  'shell.language.label': 'Тіл',
  'shell.profile.logout': 'Шығу',
  'shell.top.accidents': 'Оқиғалар',
}));

/** Every text of the catalogue, in letters that no English text has. The test fills it. */
const uzbek = vi.hoisted((): Record<string, string> => ({}));

vi.mock('../../../../src/i18n/overlays.ts', () => ({
  overlayLanguages: ['kk', 'uz'],
  loadOverlay: async (language: string) => (language === 'kk' ? kazakh : language === 'uz' ? uzbek : {}),
}));

const { en: english } = await readCatalogue();
const { openTexts } = await import('../../../../src/i18n/store.ts');

describe('a third language of twenty texts', () => {
  beforeEach(async () => {
    await openTexts('whole');
    await setLanguage('kk');
  });
  afterEach(async () => {
    cleanup();
    setOfferedLocales(['ru', 'en']);
    await setLanguage('ru');
  });

  it('shows each of its texts by key: of pages and of descriptions', () => {
    expect(Object.keys(kazakh)).toHaveLength(20);
    expect(() => checkOverlay('kk/texts.json', JSON.stringify(kazakh), english)).not.toThrow();
    const shown = Object.keys(kazakh).filter(key => !kazakh[key as keyof typeof kazakh].includes('||||'));
    expect(shown.map(translate)).toEqual(shown.map(key => kazakh[key as keyof typeof kazakh]));
  });

  it('shows English texts where it has none', () => {
    expect(translate('resources.clients.fields.MiddleName')).toBe('Middle name');
    expect(translate('shell.failed.home')).toBe('To the work desk');
  });

  it('formats numbers and dates, and asks the server for messages, in English', () => {
    expect(currentLocale()).toBe('en');
  });

  it('is stored, and stands in the document for screen readers', () => {
    expect(localStorage.getItem('applocale')).toBe('kk');
    expect(document.documentElement.lang).toBe('kk');
  });

  it('leaves English in the account, which holds the language of messages', async () => {
    const choices: unknown[] = [];
    const stop = subscribeToChoices(choice => choices.push(choice));
    await setLanguage('kk');
    stop();
    expect(choices).toEqual([{ Locale: 'en' }]);
  });

  it('is offered by its own name, also when a superuser has disabled Russian', () => {
    setOfferedLocales(['en']);
    render(
      <TextsProvider>
        <LanguageSwitch />
      </TextsProvider>,
    );
    const names = screen.getAllByRole('button').map(button => button.getAttribute('aria-label'));
    expect(names).toEqual(['English (en)', 'Қазақ тілі (kk)', 'O‘zbek (uz)']);
    expect(screen.getByRole('button', { pressed: true }).textContent).toBe('kk');
  });
});

describe('a language with a text for every key', () => {
  const inOtherLetters = (text: string) => text.replace(/%\{\w+\}|[a-z]/gi, part => (part.length > 1 ? part : 'ӿ'));
  const show = (content: ReactNode) =>
    render(
      <Stand bare>
        <RouterProvider
          router={createMemoryRouter([{ path: '/', element: <TextsProvider>{content}</TextsProvider> }])}
        />
      </Stand>,
    );
  const i18n = () => ({ locale: currentLocale(), translate: translateAll });
  const translateAll = (key: string, options?: Record<string, unknown>) =>
    createI18nProvider(currentLocale(), [en, {}], uzbek).translate(key, options);
  const englishOn = (page: HTMLElement) => page.textContent?.match(/[a-z]{2,}/gi) ?? [];
  const record = { id: 1, Id: 1, VoucherNumber: '1', Status: vouchers.fields.Status.choices[0] };

  beforeEach(async () => {
    for (const [key, text] of Object.entries(english)) uzbek[key] = inOtherLetters(text);
    await openTexts('whole');
    await setLanguage('uz');
  });
  afterEach(async () => {
    cleanup();
    await setLanguage('ru');
  });

  it('leaves no English on the tabs and sections of a record', () => {
    const { container } = show(
      <RecordContextProvider value={record}>
        <Tabs resource={vouchers} record={record} tabs={vouchers.record.tabs} parts={{}} lists={[]} />
      </RecordContextProvider>,
    );
    expect(screen.getAllByRole('tab')).toHaveLength(Object.keys(vouchers.record.tabs).length);
    expect(screen.getAllByRole('heading').length).toBeGreaterThan(1);
    expect(englishOn(container)).toEqual([]);
  });

  it.each(Object.keys(vouchers.actions))(
    'leaves no English in the explanation, the inputs and the button of %s',
    name => {
      const action = actionByName(vouchers, name);
      const { container } = show(
        <ActionForm
          resource={vouchers}
          actionName={name}
          action={action}
          onClose={() => undefined}
          onSubmit={async () => undefined}
        />,
      );
      expect(screen.getAllByRole('button').length).toBeGreaterThan(1);
      expect(englishOn(container)).toEqual([]);
    },
  );

  it.each(pageForms)('leaves no English in the labels and help of the form $name', form => {
    const names = Object.keys(form.fields);
    const withoutSearch = Object.fromEntries(
      Object.entries<Field>(form.fields).map(([name, field]) => [
        name,
        field.kind === 'reference' ? { ...f.text({}), label: field.label, help: field.help } : field,
      ]),
    );
    const { container } = show(
      <GuardedForm schema={object()} onSubmit={async () => undefined} defaultValues={{}}>
        <Inputs resource={{ ...form, fields: withoutSearch }} names={names} />
      </GuardedForm>,
    );
    const texts = [...container.querySelectorAll('label, p')].map(({ textContent }) => textContent ?? '');
    expect(texts.filter(text => text.includes('ӿ')).length).toBeGreaterThanOrEqual(names.length);
    expect(texts.filter(text => /[a-z]/i.test(text))).toEqual([]);
  });

  it('leaves no English in the labels of the sign-in page', () => {
    const { container } = show(<LoginPage />);
    expect(container.querySelectorAll('label').length).toBeGreaterThan(1);
    const labels = [...container.querySelectorAll('label')];
    expect(labels.filter(({ textContent }) => /[a-z]/i.test(textContent ?? ''))).toEqual([]);
  });

  it('leaves no English in units, values and filters of a field', () => {
    const row = { Speed: 50, Distance: 3, Free: true };
    const field = accidents.fields.CrashDateTime;
    const parameters = parametersOfField('CrashDateTime', field);
    const { container } = show(
      <>
        <kinds.speed.Display name="Speed" row={row} field={f.speed({})} resource={accidents} />
        <kinds.boolean.Display name="Free" row={row} field={f.boolean({})} resource={accidents} />
        <p>{headerLabel(accidents, 'MaximumAcceleration', i18n())}</p>
        <RangeFilter
          filter={{
            name: 'CrashDateTime',
            field,
            resource: accidents,
            values: { CrashDateTimeWithin: 'last7Days' },
            onChange: () => undefined,
          }}
          label="7"
          Box={() => null}
          from=""
          to=""
          onChange={() => undefined}
        />
        {parameters.map(each => (
          <OperatorText
            key={each.name}
            name="CrashDateTime"
            field={field}
            resource={accidents}
            values={{
              [each.name]:
                each.comparison === 'within' ? 'last7Days' : each.comparison === 'empty' ? 'true' : '2026-01-01',
            }}
            parameters={[each]}
          />
        ))}
        <ScoreText score={88} locale="en" />
      </>,
    );
    expect(container.textContent).toContain('50');
    expect(screen.getAllByRole('option').length).toBeGreaterThan(9);
    // Names of months belong to the format of dates, which is English.
    expect(englishOn(container).filter(word => word !== 'Jan')).toEqual([]);
  });

  it('leaves no English in the headings and words of an exported file', () => {
    const reader = { ...i18n(), zone: 'UTC' };
    const file = {
      listTitle: '1',
      filterText: '2',
      orderText: '3',
      rowCount: 4,
      authorName: '5',
      writtenAt: new Date('2026-01-02T00:00:00Z'),
    };
    const row = { Severity: 'major', Sos: true, Speed: 50 };
    const names = Object.keys(accidents.fields);
    const about = exportOriginLines(file, reader);
    const { columns, rows } = toSheet(
      { resource: accidents, columns: names, displayContext: reader, title: '', originLines: about },
      [row],
    );
    const texts = [
      ...columns.map(({ label }) => label),
      ...about.map(([label]) => label),
      ...(rows[0] ?? []).map(cell => ('text' in cell ? cell.text : '')),
    ];
    expect(texts.length).toBeGreaterThan(20);
    expect(texts.filter(text => /[a-z]/i.test(text))).toEqual([]);
  });

  it('leaves no English in the steps of a form', () => {
    const i18n = { locale: currentLocale(), translate: translate };
    const titles = vouchers.form.steps.map(step => stepTitle(vouchers, step, i18n));
    expect(titles.filter(title => /[a-z]/i.test(title))).toEqual([]);
  });
});

describe('a catalogue of an overlay', () => {
  const english = { 'auth.title': 'Sign in', 'lists.removed': 'Removed: %{title}' };
  const check = (texts: object, file = 'kk/texts.json') => checkOverlay(file, JSON.stringify(texts), english);

  it.each([
    ['a key that no text has', { 'auth.titel': 'Кіру' }, 'kk/texts.json: no text has the key auth.titel'],
    ['a key that every object has', { constructor: 'Кіру' }, 'no text has the key constructor'],
    [
      'a value that it leaves out',
      { 'lists.removed': 'Жойылды' },
      'lists.removed has the placeholders "", the English text "%{title}"',
    ],
    ['what is no text', { 'auth.title': { short: 'Кіру' } }, 'auth.title is no text'],
  ])('is refused by the build for %s', (_what, texts, message) => {
    expect(() => check(texts)).toThrow(message);
  });

  it('is refused by the build if it cannot be read, or its folder is no language', () => {
    expect(() => checkOverlay('kk/texts.json', '{', english)).toThrow('src/i18n/overlays/kk/texts.json: ');
    expect(() => check({}, 'not a language/texts.json')).toThrow('src/i18n/overlays/not a language/texts.json: ');
  });

  it('is taken with texts of the same keys and placeholders', () => {
    expect(() => check({ 'auth.title': 'Кіру', 'lists.removed': 'Жойылды: %{title}' })).not.toThrow();
  });
});
