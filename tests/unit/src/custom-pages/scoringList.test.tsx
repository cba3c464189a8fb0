// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { useRecompute } from '../../../../src/custom-pages/scoring/list/useRecompute.ts';
import { Stand } from '../layout/frame.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
beforeAll(() => vi.setConfig({ testTimeout: 20_000 }));

const Seen = () => {
  const { job, start, cancel } = useRecompute();
  return (
    <>
      <output>{job ? `${job.Done} / ${job.Total}` : 'none'}</output>
      <button type="button" onClick={start}>
        start
      </button>
      <button type="button" onClick={cancel}>
        stop
      </button>
    </>
  );
};

it('a recomputing says how far it is until it is over or stopped, also to a page that is opened again', async () => {
  const asked: string[] = [];
  let state = { Id: 7, State: 'running', Done: 3, Total: 9 };
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    asked.push(`${method} ${address}`);
    if (body) expect(JSON.parse(String(body))).toEqual({ From: expect.any(String), To: expect.any(String) });
    if (address.endsWith('/cancel')) state = { ...state, State: 'cancelled' };
    return new Response(JSON.stringify(state), { status: 200 });
  });
  const page = (
    <Stand>
      <Seen />
    </Stand>
  );
  const { unmount } = render(page);
  expect(screen.getByText('none')).toBeTruthy();
  fireEvent.click(screen.getByText('start'));
  await screen.findByText('3 / 9');
  unmount();
  render(page);
  await screen.findByText('3 / 9');
  fireEvent.click(screen.getByText('stop'));
  await waitFor(() => screen.getByText('none'));
  expect(asked.filter(call => call.startsWith('POST'))).toEqual([
    'POST /api/v3/scoring/recompute',
    'POST /api/v3/scoring/recompute/7/cancel',
  ]);
});
