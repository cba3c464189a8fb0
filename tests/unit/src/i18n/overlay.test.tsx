// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkOverlay, flat } from '../../../../scripts/catalogue.ts';
import { LanguageSwitch } from '../../../../src/components/LanguageSwitch.tsx';
import { en } from '../../../../src/i18n/en/index.ts';
import { currentLocale } from '../../../../src/i18n/locale.ts';
import { say, setLanguage, setOfferedLocales } from '../../../../src/i18n/store.ts';
import { TextsProvider } from '../../../../src/i18n/TextsProvider.tsx';
import { onChoice } from '../../../../src/settings/choice.ts';

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

vi.mock('../../../../src/i18n/overlays.ts', () => ({
  overlayLanguages: ['kk'],
  loadOverlay: async (language: string) => (language === 'kk' ? kazakh : {}),
}));

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
    expect(() => checkOverlay('kk/texts.json', JSON.stringify(kazakh), flat(en))).not.toThrow();
    const shown = Object.keys(kazakh).filter(key => !kazakh[key as keyof typeof kazakh].includes('||||'));
    expect(shown.map(say)).toEqual(shown.map(key => kazakh[key as keyof typeof kazakh]));
  });

  it('shows English texts where it has none', () => {
    expect(say('resources.clients.fields.MiddleName')).toBe('Middle name');
    expect(say('shell.failed.home')).toBe('To the work desk');
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
    const stop = onChoice(choice => choices.push(choice));
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
    expect(names).toEqual(['English', 'Қазақ тілі']);
    expect(screen.getByRole('button', { pressed: true }).textContent).toBe('kk');
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
