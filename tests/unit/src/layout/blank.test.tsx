// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { CoreAdminContext } from 'ra-core';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openTexts } from '../../../../src/i18n/store.ts';
import { Layout } from '../../../../src/layout/Layout.tsx';
import { Stand } from './frame.tsx';

vi.mock('../../../../src/config.ts', async original => {
  const { config, ...rest } = await original<typeof import('../../../../src/config.ts')>();
  return { ...rest, config: { ...config, layout: { ...config.layout, blank: true } } };
});

beforeAll(() => openTexts('whole'));
afterEach(cleanup);

it('has the page and no menus', () => {
  render(
    <Stand at="/cabinet/dashboard/">
      <CoreAdminContext>
        <Layout>
          <p>the page</p>
        </Layout>
      </CoreAdminContext>
    </Stand>,
  );
  expect(screen.getByRole('main').textContent).toBe('the page');
  expect(screen.queryByRole('banner')).toBeNull();
  expect(screen.queryAllByRole('navigation')).toEqual([]);
});
