// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deletePersonal, writePersonal } from '../../../../src/components/personal.ts';
import { keepRecent, readRecents } from '../../../../src/layout/search/SearchPanel.tsx';

const chosen = 'RaStoredrivedesk.vouchers.selectedIds';
const looked = 'RaStoredrivedesk.vouchers.listParams';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('what a person leaves in the browser', () => {
  it('goes with their session; what is not of a person stays', () => {
    deletePersonal(7);
    keepRecent(7, 'Ёлкина');
    localStorage.setItem('apptheme', 'dark');
    localStorage.setItem('RaStoredrivedesk.vouchers.columns', '["Client"]');
    localStorage.setItem(chosen, '[1]');
    localStorage.setItem(looked, '{"filter":{"search":"Ёлкина"}}');
    writePersonal(7, 'note 1', 'Перезвонить Ёлкиной', sessionStorage);
    deletePersonal();
    expect(Object.keys(localStorage).sort()).toEqual(['RaStoredrivedesk.vouchers.columns', 'apptheme']);
    expect(sessionStorage).toHaveLength(0);
  });

  it('stays for the same account, searches, notes and what was chosen in lists', () => {
    deletePersonal(7);
    localStorage.setItem(chosen, '[1]');
    keepRecent(7, 'Ёлкина');
    writePersonal(7, 'note 1', 'Перезвонить Ёлкиной', sessionStorage);
    writePersonal(70, 'note 1', 'Перезвонить Петрову', sessionStorage);
    deletePersonal(7);
    expect([readRecents(7), localStorage.getItem(chosen)]).toEqual([['Ёлкина'], '[1]']);
    expect(Object.values({ ...sessionStorage })).toEqual(['"Перезвонить Ёлкиной"']);
  });

  it('is no longer there for the next account, and lists on the screen are told so', () => {
    deletePersonal(7);
    localStorage.setItem(chosen, '[1]');
    const onStorage = vi.fn();
    window.addEventListener('storage', ({ key, newValue }) => onStorage(key, newValue));
    deletePersonal(70);
    expect(localStorage.getItem(chosen)).toBeNull();
    expect(onStorage).toHaveBeenCalledWith(chosen, null);
  });
});
