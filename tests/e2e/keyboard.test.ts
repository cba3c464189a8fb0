import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addressOf, gone, openCabinet, see } from '../support/browser.ts';
import { focusOn, focusSomewhere, stepTo, tabTo } from '../support/keyboard.ts';

const cabinet = openCabinet();
const manager = 'manager@demo.drivedesk';
const operator = 'operator@demo.drivedesk';

const { poll } = expect;
const path = (page: Page) => new URL(page.url()).pathname;
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

it('the frame is worked by the keyboard alone, from signing in to signing out', async () => {
  const page = await cabinet.open();
  const press = (key: string) => page.keyboard.press(key);
  await page.goto('/auth/login/');
  await see(heading(page, 'Вход в кабинет'));
  // The e-mail field has the focus at the start.
  await focusOn(page, page.getByRole('textbox', { name: 'Электронная почта' }));
  await page.keyboard.type(manager);
  const password = page.getByRole('textbox', { name: 'Пароль' });
  await tabTo(page, password, 1);
  await page.keyboard.type('drivedesk-demo');
  await tabTo(page, button(page, 'Показать пароль'), 1);
  await press('Space');
  await focusOn(page, button(page, 'Скрыть пароль'));
  await poll(() => password.getAttribute('type')).toBe('text');
  await tabTo(page, page.getByRole('checkbox', { name: /^Запомнить/ }), 1);
  await press('Space');
  await tabTo(page, button(page, 'Войти'), 2);
  await press('Enter');
  await see(heading(page, 'Рабочий стол'));
  await poll(() => page.evaluate(() => localStorage.getItem('tokens'))).not.toBe(null);

  // Skips the menus, then returns to them.
  await tabTo(page, page.getByRole('link', { name: 'Перейти к содержанию' }), 1);
  await press('Enter');
  await focusOn(page, page.getByRole('main'));
  await tabTo(page, page.getByRole('main').getByRole('link').first(), 5);
  const side = page.getByRole('navigation', { name: 'Основное меню' });
  const line = side.getByRole('link', { name: 'Новые убытки' });
  await tabTo(page, button(page, 'Свернуть: Аварии'), 45, 'Shift+Tab');
  await press('Space');
  await focusOn(page, button(page, 'Развернуть: Аварии'));
  await gone(line);
  await press('Enter');
  await see(line);
  await focusOn(page, button(page, 'Свернуть: Аварии'));
  await tabTo(page, line, 1);
  await press('Enter');
  await poll(() => path(page)).toBe('/cabinet/accidents/opened/');
  await focusOn(page, line);

  await tabTo(page, button(page, 'Свернуть меню'), 20, 'Shift+Tab');
  await press('Enter');
  const pin = button(page, 'Закрепить меню');
  await focusOn(page, pin);
  const width = () => page.locator('aside').evaluate(aside => aside.getBoundingClientRect().width);
  await poll(width).toBe(64);
  await tabTo(page, side.getByRole('link', { name: 'Рабочий стол' }), 1);
  await poll(width).toBe(256);
  await tabTo(page, pin, 1, 'Shift+Tab');
  await press('Enter');
  await focusOn(page, button(page, 'Свернуть меню'));

  const top = page.getByRole('navigation', { name: 'Верхнее меню' });
  const accidents = top.getByRole('link', { name: 'Происшествия' });
  const mini = top.getByRole('link', { name: 'Мини-убытки' });
  // The submenu opens when its group gets the focus.
  await tabTo(page, accidents, 26);
  await tabTo(page, mini, 4);
  await press('Escape');
  await gone(mini);
  await focusOn(page, accidents);
  await tabTo(page, top.getByRole('link', { name: 'Проверки' }), 1, 'Shift+Tab');
  await tabTo(page, accidents, 1);
  await tabTo(page, mini, 3);
  await press('Enter');
  await poll(() => path(page)).toBe('/cabinet/accidents/notvalid/');
  await gone(mini);
  await focusOn(page, accidents);

  // The button comes after the rows.
  await tabTo(page, button(page, /^Чат команды/), 6);
  await press('Enter');
  await see(dialog(page, 'Чат команды'));
  const composer = dialog(page, 'Чат команды').getByRole('textbox', { name: 'Сообщение' });
  await tabTo(page, composer, 60);
  await page.keyboard.type('Написано без мыши');
  await press('Enter');
  await see(dialog(page, 'Чат команды').getByRole('listitem').filter({ hasText: 'Написано без мыши' }));
  await poll(() => composer.inputValue()).toBe('');
  await focusOn(page, composer);
  await press('Escape');
  await gone(dialog(page, 'Чат команды'));
  await focusOn(page, button(page, /^Чат команды/));

  await tabTo(page, button(page, 'English (en)'), 6);
  await press('Enter');
  await see(heading(page, 'Mini-losses'));
  await focusOn(page, button(page, 'English (en)'));
  await tabTo(page, button(page, 'Русский (ru)'), 1, 'Shift+Tab');
  await press('Space');
  await see(heading(page, 'Мини-убытки'));
  await tabTo(page, button(page, 'Включить тёмную тему'), 2);
  await press('Space');
  await focusOn(page, button(page, 'Включить светлую тему'));
  await poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
  await press('Enter');
  await focusOn(page, button(page, 'Включить тёмную тему'));

  const profile = button(page, /^Профиль:/);
  await tabTo(page, profile, 1);
  await press('Enter');
  const first = page.getByRole('menuitem').first();
  await focusOn(page, first);
  await tabTo(page, button(page, /^Ключ/), 2, 'Shift+Tab');
  await press('Enter');
  await tabTo(page, button(page, 'Показать ключ'), 1);
  await press('Enter');
  await focusOn(page, button(page, 'Скрыть ключ'));
  await press('Escape');
  await gone(first);
  await focusOn(page, profile);
  await press('Enter');
  await focusOn(page, first);
  await press('ArrowUp');
  await focusOn(page, page.getByRole('menuitem', { name: 'Выйти' }));
  await press('Enter');
  await see(heading(page, 'Вход в кабинет'));
  await focusOn(page, page.getByRole('textbox', { name: 'Электронная почта' }));
});

/** Opens the list of new losses and skips its menus. */
const openNewLosses = async (as: string) => {
  const page = await cabinet.open({ as });
  const press = (key: string) => page.keyboard.press(key);
  await page.goto('/cabinet/accidents/opened/');
  const rows = page.getByRole('main').getByRole('link', { name: /^Открыть: / });
  await see(rows.first());
  await tabTo(page, page.getByRole('link', { name: 'Перейти к содержанию' }), 1);
  await press('Enter');
  return { page, press, rows };
};

it('the list of new losses is ordered, narrowed, paged, searched and opened by the keyboard alone', async () => {
  const { page, press, rows } = await openNewLosses(manager);
  await tabTo(page, page.getByRole('searchbox', { name: 'Поиск' }), 1);

  const sort = page.getByRole('combobox', { name: 'Сортировать по' });
  await tabTo(page, sort, 5);
  await press('ArrowDown');
  await poll(() => addressOf(page)).toContain('sort=');
  await focusOn(page, sort);
  const direction = page.getByRole('combobox', { name: 'Направление' });
  await tabTo(page, direction, 1);
  const before = await direction.inputValue();
  await press(before === 'desc' ? 'ArrowUp' : 'ArrowDown');
  await poll(() => direction.inputValue()).not.toBe(before);
  const display = page.getByRole('combobox', { name: 'Отображение' });
  await tabTo(page, display, 1);
  await press('End');
  await gone(page.getByRole('table'));
  await focusOn(page, display);
  await press('Home');
  await see(page.getByRole('table'));
  await see(rows.first());

  const filters = button(page, /^Фильтры/);
  await tabTo(page, filters, 6, 'Shift+Tab');
  await press('Enter');
  const box = dialog(page, 'Фильтры').getByRole('checkbox').first();
  await see(box);
  await tabTo(page, box, 60);
  await press('Space');
  await poll(() => box.isChecked()).toBe(true);
  await press('Escape');
  await gone(dialog(page, 'Фильтры'));
  await focusOn(page, button(page, 'Фильтры: 1'));
  const chip = page.getByRole('main').locator('.MuiChip-root[tabindex="0"]');
  await tabTo(page, chip, 4);
  await press('Delete');
  await gone(chip);
  await see(rows.first());

  // The focus moves to the neighbour of the removed chip.
  const columns = button(page, 'Столбцы');
  await focusOn(page, sort);
  await tabTo(page, columns, 2, 'Shift+Tab');
  await press('Enter');
  const column = dialog(page, 'Столбцы').getByRole('checkbox', { name: 'Клиент' });
  await see(column);
  await tabTo(page, column, 40);
  await press('Space');
  await poll(() => column.isChecked()).toBe(false);
  // The hidden column moves down in the menu and keeps the focus.
  await focusOn(page, column);
  await press('Escape');
  await gone(dialog(page, 'Столбцы'));
  await focusOn(page, columns);

  const save = button(page, 'Выгрузить');
  await tabTo(page, save, 1);
  await press('Enter');
  await focusOn(page, page.getByRole('menuitem', { name: /^CSV/ }));
  await press('ArrowDown');
  await focusOn(page, page.getByRole('menuitem', { name: /^XLSX/ }));
  await press('Escape');
  await gone(page.getByRole('menu'));
  await focusOn(page, save);
  const refresh = button(page, 'Обновить');
  await tabTo(page, refresh, 4);
  await press('Enter');
  // During a slow answer the focus may be on the neighbour.
  await focusSomewhere(page);

  // Tabs through the rows to the page controls, and back to a row of the next page.
  const next = button(page, 'Следующая страница');
  const size = page.getByRole('navigation', { name: 'Страницы списка' }).getByRole('combobox');
  await tabTo(page, size, 120);
  await press('ArrowUp');
  await poll(() => addressOf(page)).toContain('perPage=10');
  await focusOn(page, size);
  await gone(rows.nth(10));
  await tabTo(page, next, 2);
  await press('Enter');
  await poll(() => addressOf(page)).toContain('page=2');
  await focusOn(page, next);
  await see(rows.first());
  await tabTo(page, button(page, 'Предыдущая страница'), 1, 'Shift+Tab');
  await press('Enter');
  await poll(() => addressOf(page)).not.toContain('page=2');
  // The first page has no previous page, so the focus stays in the page controls.
  await focusOn(page, size);
  await tabTo(page, rows.last(), 2, 'Shift+Tab');
  await tabTo(page, rows.nth(0), 80, 'Shift+Tab');
  const plate =
    (await rows.nth(0).locator('xpath=ancestor::tr').innerText()).match(/[А-Я]\s?\d{3}\s?[А-Я]{2}/)?.[0] ?? '';
  await press('Enter');
  await see(heading(page, /^Авария #/));
  await focusSomewhere(page);

  await press('Control+KeyK');
  const search = page.getByRole('combobox', { name: 'Поиск по кабинету' });
  await focusOn(page, search);
  await page.keyboard.type(plate || 'а');
  const chosen = page.locator('[role=option][aria-selected=true]');
  await see(chosen);
  // The results change while the user types. They are announced when they are final.
  await see(page.getByRole('status').filter({ hasText: /^Найден[аоы]/ }));
  await press('ArrowDown');
  await press('ArrowUp');
  const href = await chosen.getAttribute('href');
  await press('Enter');
  await gone(search);
  await poll(() => path(page)).toBe(new URL(href ?? '', page.url()).pathname);
  await focusSomewhere(page);
  await press('Control+KeyK');
  await focusOn(page, search);
  await press('Escape');
  await gone(search);
  await focusSomewhere(page);
});

it('a loss is taken, read, written down, given back and moved by the keyboard alone', async () => {
  const { page, press, rows } = await openNewLosses(operator);
  await tabTo(page, rows.first(), 30);
  await press('Enter');
  await see(heading(page, /^Авария #/));
  await focusOn(page, page.getByRole('main'));

  const take = button(page, 'Взять в работу');
  const release = button(page, 'Освободить');
  await see(take);
  await tabTo(page, take, 6, 'Shift+Tab');
  await press('Enter');
  await see(page.getByText(/^Вы работаете с аварией/));
  await focusOn(page, release);

  // Moves through the recording with its buttons and its slider.
  const moment = async () =>
    (await page.getByLabel('Значения в выбранный момент').innerText()).match(/[−+]?\d+,\d{3}/)?.[0];
  await see(page.getByRole('img', { name: /^График скорости/ }));
  await tabTo(page, button(page, 'Следующий отсчёт'), 40);
  const start = await moment();
  await press('Enter');
  await poll(moment).not.toBe(start);
  const slider = page.getByRole('slider', { name: 'Момент записи' });
  await tabTo(page, slider, 10);
  const stepped = await moment();
  await press('ArrowRight');
  await poll(moment).not.toBe(stepped);
  await press('Home');
  await poll(moment).toBe(start);
  await press('Space');
  await see(button(page, 'Пауза'));
  await press('Space');
  await see(button(page, 'Воспроизвести'));
  await focusOn(page, slider);

  // Uses the interview, then the notes below it.
  await tabTo(page, page.getByRole('tab', { name: /^Обработка/ }), 6);
  const contact = page.getByRole('group', { name: 'Контактное лицо' }).getByRole('button', { name: 'Водитель' });
  await see(contact);
  await press('KeyW');
  await focusOn(page, page.getByRole('group', { name: 'Контактное лицо' }).getByRole('button').first());
  await press('ArrowRight');
  await focusOn(page, contact);
  await press('Space');
  // The answered step shows its answer in one line, and the next step has the focus.
  await see(button(page, /^1 Кто ответил Водитель/));
  await focusOn(page, page.getByRole('group', { name: 'Итог звонка' }).getByRole('button').first());
  await press('KeyA');
  const part = page.getByRole('group', { name: /^Автомобиль сверху/ }).getByRole('button', { name: 'Передний бампер' });
  await tabTo(page, part, 20);
  await press('ArrowRight');
  const headlight = page.getByRole('button', { name: 'Левая фара', exact: true });
  await focusOn(page, headlight);
  await press('Enter');
  const broken = page.getByRole('group', { name: 'Левая фара' }).getByRole('button', { name: 'Разбито' });
  await tabTo(page, page.getByRole('group', { name: 'Левая фара' }).getByRole('button').first(), 6);
  await stepTo(page, 'ArrowRight', broken, 6);
  await press('Space');
  await see(page.getByText('Левая фара: разбито'));
  await tabTo(page, button(page, 'Сохранить'), 14);
  await press('Enter');
  await see(page.getByText('Данные сохранены'));
  await focusSomewhere(page);

  const note = page.getByRole('textbox', { name: 'Новая заметка' });
  await see(note);
  await tabTo(page, note, 20);
  await page.keyboard.type('Клиент перезвонит');
  const add = button(page, 'Добавить');
  await tabTo(page, add, 1);
  await press('Enter');
  const written = page.getByRole('region', { name: 'Заметки' }).getByRole('listitem');
  await see(written.filter({ hasText: 'Клиент перезвонит' }));
  // The focus is on the button, or next to it after a slow answer.
  await focusSomewhere(page);
  await tabTo(page, button(page, 'Изменить заметку').first(), 3);
  await press('Enter');
  await focusOn(page, page.getByRole('textbox', { name: 'Изменить заметку' }));
  await press('Control+End');
  await page.keyboard.type(' в пять');
  await press('Control+Enter');
  await see(written.filter({ hasText: 'Клиент перезвонит в пять' }).filter({ hasText: /изменена/ }));
  await focusOn(page, button(page, 'Изменить заметку').first());

  // Returns the lease. Then moves the loss with a reason.
  const move = button(page, 'В мини-убытки').first();
  await tabTo(page, release, 200, 'Shift+Tab');
  await press('Enter');
  await see(page.getByText('Никто не обрабатывает'));
  await focusOn(page, take);
  await tabTo(page, move, 3);
  await press('Enter');
  const sheet = page.getByRole('form', { name: /^Итог по аварии/ });
  await see(sheet);
  await stepTo(page, 'ArrowRight', sheet.getByRole('button', { name: 'Бордюр' }), 20);
  await press('Space');
  await focusOn(page, sheet.getByRole('button', { name: 'Завершить и взять следующую' }));
  await tabTo(page, sheet.getByRole('button', { name: 'Завершить', exact: true }), 1, 'Shift+Tab');
  await press('Enter');
  await see(page.getByText(/^Авария #\d+: в мини-убытки/i));
  await poll(() => path(page)).toContain('/notvalid/');
  await focusSomewhere(page);
});
