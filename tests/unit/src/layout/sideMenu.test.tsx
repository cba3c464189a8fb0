// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { SideMenu } from '../../../../src/layout/menu/SideMenu.tsx';
import { Stand } from './frame.tsx';

afterEach(cleanup);

it.each([
  ['/cabinet/admin/companies/', 'Справочники и настройки'],
  ['/cabinet/admin/call-rules/3/', 'Справочники и настройки'],
  ['/cabinet/cards/12/', 'Ваучеры'],
  ['/cabinet/cards/list/', 'Список ваучеров'],
  ['/cabinet/accidents/opened/1/o', 'Новые убытки'],
])('%s marks the one line it stands under', (path, line) => {
  render(
    <Stand at={path}>
      <SideMenu />
    </Stand>,
  );
  expect(screen.getAllByRole('link', { current: 'page' }).map(({ textContent }) => textContent)).toEqual([line]);
});
