// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { TextsPage } from '../../../../src/custom-pages/texts/TextsPage.tsx';
import { Stand } from '../layout/frame.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('a search that finds no text says so as lists do, and leads back to all of them; one is typed into as soon as it is opened', async () => {
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(
      Response.json({ Locale: 'ru', Texts: url.includes('changed=true') ? {} : { 'shell.retry': 'Повторить' } }),
    ),
  );
  render(
    <Stand>
      <TextsPage />
    </Stand>,
  );
  await screen.findByText('shell.retry');
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'нет такого' } });
  expect(screen.getByText('Ничего не найдено')).toBeTruthy();
  expect(screen.queryByText('shell.retry')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Сбросить фильтры' }));
  expect(screen.getByText('shell.retry')).toBeTruthy();
  expect(screen.queryByText('Ничего не найдено')).toBeNull();
  fireEvent.click(screen.getByText('shell.retry'));
  expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
  expect(document.activeElement).toHaveProperty('value', 'Повторить');
});
