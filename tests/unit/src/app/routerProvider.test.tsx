// @vitest-environment jsdom
import { act, render } from '@testing-library/react';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { routerProvider } from '../../../../src/app/routerProvider.tsx';

let changeQuery: (search: string) => void;
const List = () => {
  const navigate = routerProvider.useNavigate();
  changeQuery = search => navigate({ search });
  return null;
};

/** react-admin knows the list under its own path, which is not the one in the address. */
const ListInReactAdmin = () => (
  <routerProvider.Routes>
    <routerProvider.Route path="/vouchers" element={<List />} />
  </routerProvider.Routes>
);

let router: ReturnType<typeof createBrowserRouter>;
beforeEach(() => {
  window.history.replaceState(null, '', '/cabinet/scoring/');
  router = createBrowserRouter([
    { path: '/cabinet/scoring/', element: <List /> },
    { path: '/cabinet/scoring/:id/', element: null },
    { path: '*', element: <ListInReactAdmin /> },
  ]);
  render(<RouterProvider router={router} />);
});
const address = () => `${window.location.pathname}${window.location.search}`;

it('writes the state of a list into its own address', async () => {
  await act(async () => changeQuery('?filter=1'));
  expect(address()).toBe('/cabinet/scoring/?filter=1');
  await act(async () => changeQuery('?filter=2'));
  expect(address()).toBe('/cabinet/scoring/?filter=2');
});

it('writes the state of a list that react-admin knows under another path into its public address', async () => {
  await act(() => router.navigate('/cabinet/cards/list/'));
  await act(async () => changeQuery('?filter=1'));
  expect(address()).toBe('/cabinet/cards/list/?filter=1');
});

it('writes the late state of a list into no other page that was opened meanwhile', async () => {
  await act(() => router.navigate('/cabinet/scoring/1/'));
  await act(async () => changeQuery('?filter=1'));
  expect(address()).toBe('/cabinet/scoring/1/');
});
