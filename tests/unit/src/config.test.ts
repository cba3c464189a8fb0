import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { config, readConfig } from '../../../src/config.ts';

describe('the layout configuration', () => {
  it('has language switcher, search, chat, toolbar and scroll-to-top on, the rest off', () => {
    expect(readConfig({}).layout).toEqual({
      languageSwitcher: true,
      search: true,
      chat: true,
      toolbar: true,
      scrollToTop: true,
      notifications: false,
      quickActions: false,
      userPanel: false,
      cart: false,
      quickPanel: false,
      blank: false,
    });
    expect(config.layout).toEqual(readConfig({}).layout);
  });

  it('is overridden when the cabinet is built', () => {
    const { layout } = readConfig({
      VITE_LAYOUT_CART: '1',
      VITE_LAYOUT_QUICK_PANEL: 'true',
      VITE_LAYOUT_SEARCH: 'off',
      VITE_LAYOUT_CHAT: 'perhaps',
    });
    expect([layout.cart, layout.quickPanel, layout.search, layout.chat]).toEqual([true, true, false, true]);
  });

  it('counts no visits without an id', () => {
    expect(readConfig({}).analytics.id).toBe('');
  });

  it('is described: every setting stands in docs/configuration.md', () => {
    const source = readFileSync(join(import.meta.dirname, '../../../src/config.ts'), 'utf8');
    const page = readFileSync(join(import.meta.dirname, '../../../docs/configuration.md'), 'utf8');
    const names = [...source.matchAll(/'(VITE_\w+)'/g)].map(match => match[1] ?? '');
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter(name => !page.includes(`\`${name}\``))).toEqual([]);
  });
});
