// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

/** Texts that load when the test lets them. */
const loads = new Map<string, { readonly come: () => void; readonly fail: () => void }>();
vi.mock('../../../../src/i18n/messages.ts', async original => {
  const real = await original<typeof import('../../../../src/i18n/messages.ts')>();
  return {
    ...real,
    loadMessages: (locale: 'ru' | 'en', name: Parameters<typeof real.loadMessages>[1]) =>
      new Promise((resolve, reject) => {
        const before = loads.get(`${locale}/${name}`);
        loads.set(`${locale}/${name}`, {
          come: () => {
            before?.come();
            void real.loadMessages(locale, name).then(resolve);
          },
          fail: () => reject(new TypeError('Failed to fetch dynamically imported module')),
        });
      }),
  };
});

const fresh = async () => {
  vi.resetModules();
  loads.clear();
  localStorage.clear();
  const store = await import('../../../../src/i18n/store.ts');
  const opening = store.openTexts('whole');
  loads.get('ru/whole')?.come();
  await opening;
  return store;
};
let store: Awaited<ReturnType<typeof fresh>>;
// The store waits for texts for ten seconds, which the first transformation of their files may take.
beforeAll(async () => {
  const { loadMessages } = await vi.importActual<typeof import('../../../../src/i18n/messages.ts')>(
    '../../../../src/i18n/messages.ts',
  );
  for (const locale of ['ru', 'en'] as const)
    await Promise.all((['whole', 'live', 'search'] as const).map(name => loadMessages(locale, name)));
});
beforeEach(async () => {
  store = await fresh();
});

describe('words that come with a part of the program', () => {
  it('are there for everyone who waits for them', async () => {
    const both = [store.openExtra('live'), store.openExtra('live')];
    let early = false;
    void both[1]?.then(() => {
      early = store.translate('live.chat.title') === 'live.chat.title';
    });
    loads.get('ru/live')?.come();
    await Promise.all(both);
    expect(early).toBe(false);
  });

  it('are asked for again after they did not come', async () => {
    const first = store.openExtra('search');
    loads.get('ru/search')?.fail();
    await expect(first).rejects.toThrow();
    loads.delete('ru/search');
    const again = store.openExtra('search');
    expect(loads.has('ru/search')).toBe(true);
    loads.get('ru/search')?.come();
    await again;
  });

  it('come in the language chosen meanwhile', async () => {
    const extra = store.openExtra('live');
    const turn = store.setLanguage('en');
    loads.get('en/whole')?.come();
    await turn;
    loads.get('ru/live')?.come();
    await vi.waitFor(() => expect(loads.has('en/live')).toBe(true));
    loads.get('en/live')?.come();
    await extra;
    expect(store.translate('shell.failed.home')).toBe('To the work desk');
  });
});

describe('a language whose words do not come', () => {
  it('leaves the page and what is kept as they were', async () => {
    const turn = store.setLanguage('en');
    loads.get('en/whole')?.fail();
    await expect(turn).rejects.toThrow();
    expect(localStorage.getItem('applocale')).toBeNull();
    expect(store.translate('shell.failed.home')).toBe('На рабочий стол');
  });

  it('does not stand in the way of the one chosen after it', async () => {
    const english = store.setLanguage('en');
    const russian = store.setLanguage('ru');
    loads.get('en/whole')?.come();
    await Promise.all([english, russian]);
    expect(store.translate('shell.failed.home')).toBe('На рабочий стол');
    expect(localStorage.getItem('applocale')).toBe('ru');
  });
});
