// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { forgetTyped, hasUnsaved } from '../../../../../src/authProvider/unsaved.ts';
import { LeaveGuard } from '../../../../../src/custom-pages/accidents/processing/LeaveGuard.tsx';
import { Stand } from '../../layout/frame.tsx';

it('a case that was moved under its form keeps what was typed when the session ends', () => {
  const router = createMemoryRouter([{ path: '*', element: <LeaveGuard dirty /> }]);
  render(
    <Stand bare>
      <RouterProvider router={router} />
    </Stand>,
  );
  // As when the address follows the case into another bucket.
  forgetTyped();
  expect(hasUnsaved()).toBe(true);
  cleanup();
  expect(hasUnsaved()).toBe(false);
});
