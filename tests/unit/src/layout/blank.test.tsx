// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { CoreAdminContext } from 'react-admin';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { config } from '../../../../src/config.ts';
import { openTexts } from '../../../../src/i18n/store.ts';
import { Layout } from '../../../../src/layout/Layout.tsx';
import { Stand } from './frame.tsx';

beforeAll(() => {
  Object.assign(config.layout, { blank: true });
  return openTexts('whole');
});
afterAll(() => void Object.assign(config.layout, { blank: false }));
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
