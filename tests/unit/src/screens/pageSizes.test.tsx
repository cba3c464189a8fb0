// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { rows, ThingList } from './thing.tsx';

afterEach(cleanup);

it('are 10, 25, 30 and 50', async () => {
  render(<ThingList getList={async () => ({ data: rows, total: 120 })} />);
  const size = await screen.findByLabelText('На странице');
  expect([...size.querySelectorAll('option')].map(option => option.textContent)).toEqual(['10', '25', '30', '50']);
});
