// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { useLocation } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SearchAnswer, SearchHit } from '../../../../src/contract/shapes/search.ts';
import { openExtra, openTexts } from '../../../../src/i18n/store.ts';
import { TextsProvider } from '../../../../src/i18n/TextsProvider.tsx';
import { pathOfHit, searchableResources } from '../../../../src/layout/search/HitOption.tsx';
import { SearchDialog } from '../../../../src/layout/search/SearchDialog.tsx';
import { keepRecent, readRecents } from '../../../../src/layout/search/SearchPanel.tsx';
import { account, Stand } from './frame.tsx';

const hit = (Kind: SearchHit['Kind'], Title: string, more: Partial<SearchHit> = {}): SearchHit => ({
  Kind,
  Id: Title,
  Title,
  Subtitle: '',
  TitleMarks: [],
  SubtitleMarks: [],
  ...more,
});
const answer: SearchAnswer = {
  Groups: [
    {
      Kind: 'voucher',
      Items: [
        hit('voucher', 'DD-1', { Subtitle: 'Иванов Пётр', SubtitleMarks: [[0, 6]] }),
        hit('voucher', 'DD-2', { Subtitle: 'Иванова Анна' }),
      ],
    },
    {
      Kind: 'accident',
      Items: [
        hit('accident', '100001', { Path: '/cabinet/accidents/opened/100001/o-1', At: '2026-01-15T09:30:00.000Z' }),
      ],
    },
  ],
};

let asked: string[] = [];
let reply: (q: string) => Response | Promise<Response>;
const server = setupServer(
  http.get('*/api/v3/search', ({ request }) => {
    const q = new URL(request.url).searchParams.get('q') ?? '';
    asked.push(q);
    return reply(q);
  }),
);
beforeAll(async () => {
  server.listen();
  await openTexts('whole');
  await openExtra('search');
});
afterAll(() => server.close());
beforeEach(() => {
  asked = [];
  reply = () => HttpResponse.json(answer);
  localStorage.clear();
});
afterEach(cleanup);

const Here = () => {
  const { pathname, search: query } = useLocation();
  return <output>{decodeURIComponent(pathname + query)}</output>;
};
const open = () => {
  const onClose = vi.fn();
  render(
    <Stand>
      <TextsProvider>
        <SearchDialog open onClose={onClose} />
        <Here />
      </TextsProvider>
    </Stand>,
  );
  return { onClose, field: screen.getByRole('combobox'), user: userEvent.setup() };
};
const chosen = () => screen.getAllByRole('option').find(option => option.getAttribute('aria-selected') === 'true');
const here = () => document.querySelector('output')?.textContent;

describe('the search', () => {
  it('says before anything is typed what it looks through: what one may read, by its headings', () => {
    open();
    expect(screen.getByText(/^Здесь/).textContent).toBe(
      'Здесь находятся ваучеры, аварии, клиенты, операторы, устройства и страницы кабинета.',
    );
    expect(searchableResources(['OPERATOR']).map(({ name }) => name)).toEqual(['accidents']);
  });

  it('searches once typing has paused, and marks the found text in the groups', async () => {
    const { field } = open();
    // All keys at once, because on a busy machine a key may take longer than the debounce time.
    for (const value of ['и', 'ив', 'иванов']) fireEvent.change(field, { target: { value } });
    await screen.findByText('DD-1');
    expect(asked).toEqual(['иванов']);
    expect(screen.getAllByRole('group').map(group => within(group).getAllByRole('option').length)).toEqual([2, 1]);
    expect(document.querySelector('mark')?.textContent).toBe('Иванов');
    expect(screen.getByText('Найдено 3 записи')).toBeTruthy();
  });

  it('is a combobox: the arrows move through the list and round it, the field tells which is chosen', async () => {
    const { field, user } = open();
    await user.type(field, 'ив');
    await screen.findByText('DD-1');
    expect(field.getAttribute('aria-expanded')).toBe('true');
    expect(document.getElementById(field.getAttribute('aria-controls') ?? '')?.getAttribute('role')).toBe('listbox');
    const titles = [];
    for (const _ of [1, 2, 3, 4]) {
      titles.push(chosen()?.textContent);
      expect(chosen()?.id).toBe(field.getAttribute('aria-activedescendant'));
      await user.keyboard('{ArrowDown}');
    }
    expect(titles[0]).toContain('DD-1');
    expect(titles[2]).toContain('#100001');
    expect(titles[3]).toBe(titles[0]);
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(chosen()?.textContent).toContain('#100001');
  });

  it('follows with Enter, even when that was quicker than the answer, and remembers what was looked for', async () => {
    const { field, user, onClose } = open();
    await user.type(field, 'DD-1{Enter}');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    await waitFor(() => expect(here()).toBe('/cabinet/cards/list/?filter={"q":"DD-1"}'));
    expect(readRecents(account.Id)).toEqual(['DD-1']);
  });

  it('opens a new tab with Ctrl+Enter and stays', async () => {
    const tab = vi.spyOn(window, 'open').mockReturnValue(null);
    const { field, user, onClose } = open();
    await user.type(field, 'x');
    await screen.findByText('DD-1');
    await user.keyboard('{ArrowUp}{Control>}{Enter}{/Control}');
    await waitFor(() => expect(tab).toHaveBeenCalledWith('/cabinet/accidents/opened/100001/o-1', '_blank'));
    expect(onClose).not.toHaveBeenCalled();
  });

  it('finds the pages of the cabinet, after the records, by the beginning of each word of their title', async () => {
    const { field, user, onClose } = open();
    await user.type(field, 'импорт вау');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(4));
    expect(screen.getAllByRole('option').at(-1)?.textContent).toContain('Импорт ваучеров');
    await user.keyboard('{ArrowUp}{Enter}');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    await waitFor(() => expect(here()).toBe('/cabinet/cards/import/'));
  });

  it('shows nobody a page that they may not open', async () => {
    reply = () => HttpResponse.json({ Groups: [] });
    const { field, user } = open();
    await user.type(field, 'тексты');
    expect(await screen.findAllByText('По запросу «тексты» ничего не найдено')).not.toHaveLength(0);
    await user.clear(field);
    await user.type(field, 'выгрузки');
    expect((await screen.findByRole('option')).getAttribute('href')).toBe('/cabinet/exports/');
  });

  it('closes with Escape', async () => {
    const { user, onClose } = open();
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalled();
  });

  it('keeps the answer before while the next is on its way', async () => {
    const { field, user } = open();
    await user.type(field, 'a');
    await screen.findByText('DD-1');
    let release = (_: Response) => {};
    reply = () => new Promise(done => (release = done));
    await user.type(field, 'b');
    await waitFor(() => expect(asked).toEqual(['a', 'ab']));
    expect(screen.getByText('DD-1')).toBeTruthy();
    release(HttpResponse.json({ Groups: [] }));
    await screen.findAllByText('По запросу «ab» ничего не найдено');
    expect(screen.queryByText('DD-1')).toBeNull();
  });

  it('says what went wrong and tries again when asked to', async () => {
    reply = () => HttpResponse.json({ Message: 'База не отвечает', TraceId: 't' }, { status: 500 });
    const { field, user } = open();
    await user.type(field, 'a');
    expect((await screen.findByRole('alert')).textContent).toBe('Поиск не удался. База не отвечает');
    reply = () => HttpResponse.json(answer);
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    await screen.findByText('DD-1');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says of a text that is too long that it is, cuts nothing off and asks nothing', async () => {
    const { field, user } = open();
    const long = `${'Иванов '.repeat(30)}+79161234567`;
    fireEvent.change(field, { target: { value: long } });
    expect((await screen.findByRole('alert')).textContent).toBe('Не длиннее 200 знаков');
    expect((field as HTMLInputElement).value).toBe(long);
    expect((field as HTMLInputElement).maxLength).toBe(-1);
    await user.clear(field);
    await user.type(field, 'Иванов');
    await screen.findByText('DD-1');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(asked).toEqual(['Иванов']);
  });

  it('offers what was looked for last, and forgets it', async () => {
    keepRecent(account.Id, 'иванов');
    keepRecent(account.Id, 'А123ВС77');
    keepRecent(account.Id, 'ИВАНОВ');
    keepRecent(8, 'чужое');
    expect(readRecents(account.Id)).toEqual(['ИВАНОВ', 'А123ВС77']);
    const { field, user } = open();
    expect(screen.queryByText('чужое')).toBeNull();
    fireEvent.click(screen.getByText('А123ВС77'));
    await screen.findByText('DD-1');
    expect((field as HTMLInputElement).value).toBe('А123ВС77');
    await user.clear(field);
    await user.click(screen.getByRole('button', { name: 'Забыть' }));
    expect(screen.queryByText('А123ВС77')).toBeNull();
    expect(readRecents(account.Id)).toEqual([]);
  });
});

describe('a hit', () => {
  it.each([
    ['accident', '/cabinet/accidents/opened/1/o', { Path: '/cabinet/accidents/opened/1/o' }],
    ['voucher', '/cabinet/cards/list/?filter={"q":"T"}', {}],
    ['operator', '/cabinet/users/operators/?filter={"q":"T"}', {}],
  ] as const)('of the kind %s leads to %s', (kind, path, more) => {
    expect(decodeURIComponent(pathOfHit(hit(kind, 'T', more)))).toBe(path);
  });

  it('of a kind without a page leads to a list searched by it', () => {
    for (const kind of ['client', 'device'] as const)
      expect(decodeURIComponent(pathOfHit(hit(kind, '35')))).toMatch(/^\/cabinet\/.*\?filter=\{"q":"35"\}$/);
  });
});
