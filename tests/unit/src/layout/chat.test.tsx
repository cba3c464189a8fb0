// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MessageRow } from '../../../../src/contract/shapes/messages.ts';
import { Notices } from '../../../../src/custom-pages/user/settings/SettingsPage.tsx';
import { openTexts } from '../../../../src/i18n/store.ts';
import { ChatPanel, useStickToEnd } from '../../../../src/layout/chat/ChatPanel.tsx';
import { closeChat, openChat } from '../../../../src/layout/chat/chatState.ts';
import { ChatButton } from '../../../../src/layout/live/LiveTools.tsx';
import { account, Stand } from './frame.tsx';

describe('chat', () => {
  const said = (id: number, authorId: number, text: string): MessageRow => ({
    id,
    at: '2026-01-15T09:30:00.000Z',
    text,
    authorId,
    authorName: authorId === account.Id ? account.FullName : 'Борис Лямин',
    accidentId: null,
    replyTo: null,
  });
  const accident = { id: 12, objectId: 'o', status: 'opened', clientName: '', regNumber: '' };

  let messages: MessageRow[] = [];
  let spoken: { id: number; accident: typeof accident | null }[] = [];
  const read = vi.fn();
  const scrolled = vi.fn();

  beforeAll(() => openTexts('whole'));
  beforeEach(() => {
    messages = [said(1, 8, 'Кто на связи?'), said(2, account.Id, 'Я')];
    spoken = [];
    read.mockClear();
    scrolled.mockClear();
    Element.prototype.scrollTo = scrolled as never;
    vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
      if (init.method === 'PUT') {
        const id = Number(address.split('/').at(-1));
        read(id);
        spoken = spoken.filter(one => one.id !== id);
        return Response.json({});
      }
      if (address.includes('/messages/people'))
        return Response.json([
          { id: 8, fullName: 'Борис Лямин' },
          { id: 9, fullName: 'Борис Юдин' },
        ]);
      if (address.includes('/messages/unread')) return Response.json({ count: 0, readUpTo: 2 });
      if (address.includes('/notifications')) return Response.json(spoken);
      return Response.json(address.includes('accidentId') ? [] : [...messages].reverse());
    });
  });
  afterEach(() => {
    cleanup();
    act(closeChat);
    vi.unstubAllGlobals();
  });

  const open = (thread: number | null = null, onClose = vi.fn()) => {
    act(() => openChat(thread));
    const shown = render(
      <Stand>
        <ChatPanel onClose={onClose} />
      </Stand>,
    );
    return { ...shown, onClose };
  };
  const line = () => screen.getByLabelText('Сообщение', { selector: 'textarea' });

  describe('the chat', () => {
    it('keeps what was not sent, thread by thread, when the panel is closed', async () => {
      const first = open();
      await userEvent.type(line(), 'Позвоню сам');
      first.unmount();
      const second = open(12);
      expect(line()).toHaveProperty('value', '');
      second.unmount();
      open();
      expect(line()).toHaveProperty('value', 'Позвоню сам');
      await userEvent.clear(line());
    });

    it('closes only the question at Escape, not the panel', async () => {
      const { onClose } = open();
      await userEvent.click((await screen.findAllByRole('button', { name: 'Удалить' }))[0] as HTMLElement);
      const question = screen.getByRole('alertdialog');
      fireEvent.keyDown(within(question).getByRole('button', { name: 'Удалить' }), { key: 'Escape' });
      expect(screen.queryByRole('alertdialog')).toBeNull();
      expect(onClose).not.toHaveBeenCalled();
    });

    it('says to a screen reader who would be chosen', async () => {
      open();
      await userEvent.type(line(), '@Бор');
      await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
      const chosen = () => document.getElementById(line().getAttribute('aria-activedescendant') ?? '')?.textContent;
      expect(chosen()).toBe('Борис Лямин');
      await userEvent.keyboard('{ArrowDown}');
      expect(chosen()).toBe('Борис Юдин');
      expect(line().getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id);
      await userEvent.clear(line());
      expect(line().getAttribute('aria-activedescendant')).toBeNull();
    });
  });

  describe('what was said to me about an accident', () => {
    it('is counted by the chat button, which leads there; there it is read', async () => {
      spoken = [
        { id: 31, accident },
        { id: 32, accident: null },
      ];
      render(
        <Stand>
          <ChatButton />
        </Stand>,
      );
      await userEvent.click(await screen.findByRole('button', { name: 'Чат команды, непрочитанных: 1' }));
      const tab = await screen.findByRole('tab', { name: /Авария #12/, selected: true });
      await waitFor(() => expect(read.mock.calls).toEqual([[31]]));
      await waitFor(() => expect(tab.textContent).toBe('Авария #12'));
    });

    it('has switches of its own, the bell that is not there has none', () => {
      const on = {
        Major: true,
        TakenOver: true,
        HandedOver: true,
        Reply: true,
        Mention: true,
        Call: true,
        Jobs: true,
        NewDevice: true,
        Registrations: true,
      };
      render(
        <Stand>
          <Notices enabled={on} onChange={vi.fn()} />
        </Stand>,
      );
      const names = within(screen.getByRole('group', { name: 'В кабинете' })).getAllByRole('switch');
      expect(names).toHaveLength(2);
      expect(screen.queryByText('Новая авария с сильным ударом')).toBeNull();
    });
  });
});

const heightPx = { clientHeight: 200, scrollHeight: 1000 };

it('a new message comes into sight at the end of a thread; who reads further up is left there', () => {
  const scrollTo = vi.fn();
  const element = { ...heightPx, scrollTop: 800, scrollTo };
  const scroller = { current: element as unknown as HTMLElement };
  const { result, rerender } = renderHook(({ last, own }) => useStickToEnd(scroller, last, own), {
    initialProps: { last: 1, own: false },
  });
  rerender({ last: 2, own: false });
  expect(scrollTo).toHaveBeenCalledTimes(2);
  element.scrollTop = 100;
  act(() => result.current.onScroll());
  rerender({ last: 3, own: false });
  expect(scrollTo).toHaveBeenCalledTimes(2);
  expect(result.current.isAtEnd).toBe(false);
  // The user's own message scrolls to the end.
  rerender({ last: 4, own: true });
  expect(scrollTo).toHaveBeenCalledTimes(3);
  expect(result.current.isAtEnd).toBe(true);
});
