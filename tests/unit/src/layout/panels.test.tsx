// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react';
import { AuthContext } from 'react-admin';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveToken } from '../../../../src/api/token.ts';
import { useUnsaved } from '../../../../src/api/unsaved.ts';
import { claimNextCase } from '../../../../src/components/useNextCase.ts';
import { openTexts } from '../../../../src/i18n/store.ts';
import { closeChat, useChat } from '../../../../src/layout/chat/chatState.ts';
import { QuickPanel } from '../../../../src/layout/frame/HeaderTools.tsx';
import { ProfileCard } from '../../../../src/layout/profile/ProfileCard.tsx';
import { ProfileMenu } from '../../../../src/layout/profile/ProfileMenu.tsx';
import { UserPanel } from '../../../../src/layout/profile/UserPanel.tsx';
import { zone } from '../../../../src/settings/zone.ts';
import { account, Stand } from './frame.tsx';

const logout = vi.fn(async (_: unknown) => undefined);
const stand = (part: React.ReactNode) =>
  render(
    <AuthContext.Provider value={{ logout } as never}>
      <Stand>{part}</Stand>
    </AuthContext.Provider>,
  );
const none = () => undefined;

beforeAll(() => openTexts('whole'));
beforeEach(() => {
  localStorage.clear();
  saveToken({ Token: 'secret', ExpiresAt: '' }, true);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  logout.mockClear();
});

describe('the header', () => {
  it('greets the user by full name and shows the first letter of the name in an avatar', () => {
    stand(<ProfileMenu />);
    const button = screen.getByRole('button', { name: 'Профиль: Здравствуйте, Анна Ковалёва' });
    expect(button.textContent).toBe('Здравствуйте, Анна Ковалёва');
    expect(button.querySelector('[data-letter="А"]')).not.toBeNull();
  });
});

describe('the profile card', () => {
  it('shows full name, company and e-mail, leads to support and documentation, and has "Выйти"', () => {
    stand(<ProfileCard account={account} anchor={document.body} onClose={none} />);
    for (const text of [account.FullName, account.CompanyName, account.Email])
      expect(screen.getByText(text)).toBeTruthy();
    const link = (name: string) => screen.getByRole('menuitem', { name }).getAttribute('href');
    expect(link('Техническая поддержка')).toMatch(/^mailto:/);
    expect(link('Документация для разработчиков')).toBe('/developers/');
    fireEvent.click(screen.getByRole('menuitem', { name: 'Выйти' }));
    expect(logout).toHaveBeenCalled();
  });
});

describe('the user panel', () => {
  it('shows picture, full name, occupation and e-mail, plus logout, on the right', async () => {
    stand(<UserPanel account={account} open onClose={none} />);
    const panel = screen.getByRole('dialog', { name: 'Профиль' });
    for (const text of [account.FullName, account.Occupation, account.Email]) expect(panel.textContent).toContain(text);
    expect(panel.closest('.MuiDrawer-root')?.className).toContain('MuiDrawer-anchorRight');
    // Without a picture the first letter of the name is shown.
    expect(panel.querySelector<HTMLElement>('.MuiAvatar-root > i')?.dataset.letter).toBe(account.FullName.charAt(0));
    fireEvent.click(screen.getByRole('button', { name: 'Выйти' }));
    expect(logout).toHaveBeenCalled();
    cleanup();
    vi.stubGlobal('fetch', async (address: string) =>
      address.endsWith('/avatar/5') ? new Response('png') : undefined,
    );
    URL.createObjectURL = () => 'blob:picture';
    URL.revokeObjectURL = none;
    stand(<UserPanel account={{ ...account, Pic: '/api/v2/Image/avatar/5' }} open onClose={none} />);
    await waitFor(() =>
      expect(document.querySelector('.MuiAvatar-root img')?.getAttribute('src')).toBe('blob:picture'),
    );
  });
});

describe('links to profile, messages, activities and tasks', () => {
  it.each([
    ['menuitem', <ProfileCard key="card" account={account} anchor={document.body} onClose={none} />],
    ['link', <UserPanel key="panel" account={account} open onClose={none} />],
  ])('lead to own data, the team’s thread, own changes and own calls due (%s)', (role, part) => {
    stand(part);
    const link = (name: string) => screen.getByRole(role, { name }).getAttribute('href') ?? '';
    expect(link('Личные данные')).toBe('/user/');
    expect(link('Мои действия')).toBe('/user/activity/');
    const calls = new URL(link('Мои звонки'), 'http://a');
    expect(calls.pathname).toBe('/cabinet/accidents/opened/');
    expect(JSON.parse(calls.searchParams.get('filter') ?? '')).toEqual({ OperatorId: String(account.Id) });
    expect([calls.searchParams.get('sort'), calls.searchParams.get('order')]).toEqual(['DateTimeOfNextCall', 'ASC']);
    const { result } = renderHook(useChat);
    expect(result.current.open).toBe(false);
    fireEvent.click(screen.getByRole(role === 'link' ? 'button' : role, { name: 'Сообщения' }));
    expect(result.current).toEqual({ open: true, accidentId: null });
    act(closeChat);
  });
});

describe('signing out', () => {
  const out = { card: 'menuitem', panel: 'button' } as const;
  const show = {
    card: <ProfileCard account={account} anchor={document.body} onClose={none} />,
    panel: <UserPanel account={account} open onClose={none} />,
  };

  it.each(['card', 'panel'] as const)('asks first over a form with unsaved changes, from the %s', async where => {
    renderHook(() => useUnsaved(true));
    stand(show[where]);
    const ask = () => {
      fireEvent.click(screen.getByRole(out[where], { name: 'Выйти' }));
      return within(screen.getByRole('dialog', { name: 'Выйти из кабинета?' }));
    };
    fireEvent.click(ask().getByRole('button', { name: 'Отмена' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Выйти из кабинета?' })).toBeNull());
    expect(logout).not.toHaveBeenCalled();
    fireEvent.click(ask().getByRole('button', { name: 'Выйти' }));
    expect(logout).toHaveBeenCalledOnce();
  });

  it.each(['card', 'panel'] as const)('shows at once that it is under way, from the %s', where => {
    logout.mockReturnValueOnce(new Promise(() => undefined));
    stand(show[where]);
    fireEvent.click(screen.getByRole(out[where], { name: 'Выйти' }));
    const button = screen.getByRole(out[where], { name: 'Выходим…' });
    expect(button.matches(':disabled, [aria-disabled=true]')).toBe(true);
  });

  it.each(['card', 'panel'] as const)(
    'says when the server did not do it, from the %s: again, or on this device only',
    async where => {
      logout.mockRejectedValue(new Error('503'));
      stand(show[where]);
      fireEvent.click(screen.getByRole(out[where], { name: 'Выйти' }));
      const failed = await screen.findByRole('dialog', { name: 'Сервер не завершил сеанс' });
      fireEvent.click(within(failed).getByRole('button', { name: 'Выйти снова' }));
      await screen.findByRole('dialog', { name: 'Сервер не завершил сеанс' });
      logout.mockResolvedValue(undefined);
      fireEvent.click(screen.getByRole('button', { name: 'Выйти только здесь' }));
      expect(logout.mock.calls).toEqual([[{ deviceOnly: false }], [{ deviceOnly: false }], [{ deviceOnly: true }]]);
    },
  );
});

describe('the quick panel', () => {
  const change = {
    id: 1,
    at: '2026-01-15T09:30:00.000Z',
    actorId: 7,
    actorName: 'Анна',
    entity: 'accident',
    entityId: 42,
    action: 'move',
    reason: 'Перезвонил',
    changes: [],
  };

  it('has the tabs audit, notifications and settings; the audit is the real one', async () => {
    vi.stubGlobal('fetch', async (address: string) => Response.json(address.includes('/audit') ? [change] : []));
    stand(<QuickPanel open onClose={none} />);
    const panel = screen.getByRole('dialog');
    expect(panel.closest('.MuiDrawer-root')?.className).toContain('MuiDrawer-anchorLeft');
    expect(screen.getAllByRole('tab').map(tab => tab.textContent)).toEqual(['Журнал', 'Уведомления', 'Настройки']);
    await waitFor(() => screen.getByText('Авария #42: перенос в другой раздел'));
    expect(screen.getByText('Перезвонил')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /#/ })).toBeNull();
    vi.stubGlobal('fetch', async (address: string) =>
      Response.json(address.includes('/audit') ? [{ ...change, entity: 'voucher' }] : []),
    );
    cleanup();
    stand(<QuickPanel open onClose={none} />);
    const link = await screen.findByRole('link', { name: 'Ваучер #42' });
    expect(link.getAttribute('href')).toBe('/cabinet/cards/42/');
  });

  it('says when it was in the time zone of the account', async () => {
    zone.apply('Asia/Vladivostok');
    vi.stubGlobal('fetch', async (address: string) => Response.json(address.includes('/audit') ? [change] : []));
    stand(<QuickPanel open onClose={none} />);
    expect((await screen.findByText(/19:30/)).getAttribute('datetime')).toBe(change.at);
  });

  it('has settings that work', () => {
    vi.stubGlobal('fetch', async () => Response.json([]));
    stand(<QuickPanel open onClose={none} />);
    fireEvent.click(screen.getByRole('tab', { name: 'Настройки' }));
    fireEvent.click(screen.getByRole('switch', { name: 'Плотные таблицы' }));
    expect(localStorage.getItem('appdensity')).toBe('dense');
    fireEvent.click(screen.getByRole('switch', { name: 'Тёмная тема' }));
    expect(localStorage.getItem('apptheme')).toBe('dark');
    expect(screen.getByRole('link', { name: 'Все настройки' }).getAttribute('href')).toBe('/user/application/');
  });
});

describe('the next accident', () => {
  const next =
    (Next: object | null) =>
    async (_: string, { method }: RequestInit) =>
      method === 'POST' ? Response.json({ Next }) : Response.error();

  it('is the one that the server claims for the reader, or none', async () => {
    vi.stubGlobal('fetch', next({ Id: 2, ObjectId: 'o/2', LockedBy: 7, LockedByName: 'Анна', LockedUntil: null }));
    expect(await claimNextCase()).toBe('/cabinet/accidents/opened/2/o%2F2');
    vi.stubGlobal('fetch', next(null));
    expect(await claimNextCase()).toBeUndefined();
  });
});
