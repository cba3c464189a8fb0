// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { hasUnsaved } from '../../../../src/api/unsaved.ts';
import { LeaveGuard } from '../../../../src/screens/LeaveGuard.tsx';
import { Stand } from './frame.tsx';

afterEach(cleanup);

const standAt = (path: string, placeOf?: (pathname: string) => string | undefined) => {
  const guard = placeOf ? <LeaveGuard dirty placeOf={placeOf} /> : <LeaveGuard dirty />;
  const router = createMemoryRouter([{ path: '*', element: guard }], { initialEntries: [path] });
  render(
    <Stand bare>
      <RouterProvider router={router} />
    </Stand>,
  );
  return (to: string) => act(() => router.navigate(to));
};

describe('a form with changes', () => {
  it('is held for when the session ends, as long as it stands', () => {
    standAt('/a');
    expect(hasUnsaved()).toBe(true);
    cleanup();
    expect(hasUnsaved()).toBe(false);
  });

  it('is not left without a question', async () => {
    const go = standAt('/a');
    await go('/b');
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('is not left by what changes beside its own place in the address', async () => {
    const go = standAt('/opened/1', path => path.split('/')[2]);
    await go('/closed/1');
    expect(screen.queryByRole('dialog')).toBeNull();
    await go('/closed/2');
    expect(screen.getByRole('dialog')).toBeTruthy();
  });
});
