import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ru } from '../../../../src/i18n/ru/index.ts';
import { matchRoute } from '../../../../src/routes/match.ts';
import { publicPageAt, publicRoutes } from '../../../../src/routes/publicPages.ts';
import { routeTable } from '../../../../src/routes/table.ts';

const titleAt = (path: string) => {
  const title = matchRoute(path)?.entry.title as keyof typeof ru.routes | undefined;
  return title && ru.routes[title];
};

describe('every route of the specification', () => {
  it.each([
    ['/', 'Рабочий стол'],
    ['/cabinet/dashboard/', 'Рабочий стол'],
    ['/cabinet/cards/', 'Ваучеры'],
    ['/cabinet/cards/list/', 'Список ваучеров'],
    ['/cabinet/cards/create/', 'Добавить ваучер'],
    ['/cabinet/screener/', 'Проверки'],
    ['/cabinet/accidents/', 'Аварии'],
    ['/cabinet/accidents/opened/', 'Новые убытки'],
    ['/cabinet/accidents/closed/', 'Обработанные убытки'],
    ['/cabinet/accidents/notvalid/', 'Мини-убытки'],
    ['/cabinet/accidents/other/', 'Неизвестный статус'],
    ['/cabinet/accidents/create/', 'Зарегистрировать аварию'],
    ['/cabinet/accidents/opened/42/obj-1', 'Авария #%{id}'],
    ['/cabinet/scoring/', 'Список ваучеров'],
    ['/cabinet/scoring/17/', 'Ваучер %{voucherId}'],
    ['/cabinet/users/', 'Пользователи'],
    ['/cabinet/users/clients/', 'Клиенты'],
    ['/cabinet/users/operators/', 'Операторы'],
    ['/cabinet/users/create-operator/', 'Добавить оператора'],
    ['/cabinet/users/create/', 'Добавить оператора'],
    ['/user/', 'Личные данные'],
    ['/user/application/', 'Настройки'],
  ])('%s is "%s", with the last slash and without', (path, title) => {
    expect(titleAt(path)).toBe(title);
    expect(titleAt(path.length > 1 ? path.replace(/\/$/, '') : path)).toBe(title);
  });

  it.each([
    ['/auth/login/', 'login'],
    ['/auth/register', 'register'],
    ['/auth/forgot', 'forgot'],
    ['/auth/reset/', 'reset'],
    ['/auth/', undefined],
    ['/auth/nowhere', undefined],
    ['/auth/login/more', undefined],
  ])('%s is %s without signing in', (path, title) => {
    expect(publicPageAt(path)).toBe(title);
    expect(publicPageAt(path.replace(/\/$/, ''))).toBe(title);
  });

  it('any other path has no page', () => {
    for (const path of ['/nowhere/', '/cabinet/', '/cabinet/cards/list/7/', '/cabinet/scoring/1/2/'])
      expect(matchRoute(path)).toBeUndefined();
  });
});

describe('the table', () => {
  it('has each path and each canonical address once', () => {
    const table = [...Object.values(publicRoutes), ...routeTable];
    const all = (of: 'path' | 'canonical') => table.flatMap(entry => entry[of] ?? []);
    for (const list of [all('path'), all('canonical')]) expect(new Set(list).size).toBe(list.length);
  });

  it('gives vouchers, scoring and users to managers, the desk and accidents to everybody', () => {
    const open = routeTable.filter(({ roles }) => !roles || roles.includes('OPERATOR')).map(({ path }) => path);
    expect(open.filter(path => /\/(cards|scoring|users)\//.test(path))).toEqual([]);
    expect(open).toEqual(expect.arrayContaining(['/cabinet/dashboard/', '/cabinet/accidents/opened/']));
  });

  it('leads from every list to the page where another one is made', () => {
    for (const { createPath: create, roles } of routeTable.filter(entry => entry.createPath)) {
      const target = matchRoute(create ?? '')?.entry;
      expect(target?.path).toBe(create);
      // Every role that may create a record may see the list.
      expect(target?.roles?.every(role => !roles || roles.includes(role)) ?? true).toBe(true);
    }
  });

  it('has twelve tiles in the places the specification gives', () => {
    const tiles = routeTable.filter(({ tile }) => tile).sort((a, b) => (a.tile ?? 0) - (b.tile ?? 0));
    expect(tiles.map(({ tile }) => tile)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(tiles.slice(0, 9).map(({ path }) => path)).toEqual([
      '/cabinet/cards/list/',
      '/cabinet/cards/create/',
      '/cabinet/accidents/opened/',
      '/cabinet/accidents/closed/',
      '/cabinet/accidents/notvalid/',
      '/cabinet/scoring/',
      '/cabinet/users/create-operator/',
      '/cabinet/users/operators/',
      '/cabinet/users/clients/',
    ]);
  });
});

describe('the built page', () => {
  const root = join(import.meta.dirname, '../../../..');
  const read = (path: string) => readFileSync(join(root, path), 'utf8');

  it('mounts at #reactroot', () => {
    expect(read('index.html')).toContain('<div id="reactroot">');
    expect(read('src/main.tsx')).toContain("getElementById('reactroot')");
  });

  it('has its chunks under static/js and its styles under static/css, those of workers too', async () => {
    const { default: config } = await import('../../../../vite.config.ts');
    const { build, worker } = config as {
      build: { rolldownOptions: { output: Output } };
      worker: { rolldownOptions: { output: Output } };
    };
    for (const { output } of [build.rolldownOptions, worker.rolldownOptions]) {
      expect([output.entryFileNames, output.chunkFileNames].every(name => name.startsWith('static/js/'))).toBe(true);
      expect(output.assetFileNames({ names: ['a.css'] })).toMatch(/^static\/css\//);
      expect(output.assetFileNames({ names: ['a.woff2'] })).toMatch(/^static\/media\//);
    }
  });
});

interface Output {
  entryFileNames: string;
  chunkFileNames: string;
  assetFileNames: (given: { names: string[] }) => string;
}
