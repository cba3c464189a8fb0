import { forwardRef, useCallback, useMemo } from 'react';
import { type RouterProvider, reactRouterProvider } from 'react-admin';
import { toCanonical, toPublic, toPublicAddress } from '../routes/pathMap.ts';

const stock = reactRouterProvider;
type To = Parameters<ReturnType<RouterProvider['useNavigate']>>[0];
type Location = ReturnType<RouterProvider['useLocation']>;

const outgoing = <T extends To>(to: T): T | string => {
  if (typeof to === 'string') return toPublicAddress(to);
  if (typeof to === 'object' && to.pathname !== undefined) return { ...to, pathname: toPublic(to.pathname) };
  return to;
};

const canonical = <L extends Location>(location: L): L => ({ ...location, pathname: toCanonical(location.pathname) });

const useLocation: RouterProvider['useLocation'] = () => {
  const location = stock.useLocation();
  return useMemo(() => canonical(location), [location]);
};

const useNavigate: RouterProvider['useNavigate'] = () => {
  const navigate = stock.useNavigate();
  // The path comes from `window.location`, because inside react-admin the router's location has react-admin's paths.
  // Navigation that changes only the query must keep the public path.
  return useCallback(
    (to, options) => {
      const here = typeof to === 'object' && to.pathname === undefined;
      navigate(here ? { ...to, pathname: window.location.pathname } : outgoing(to), options);
    },
    [navigate],
  );
};

/**
 * Translates between the paths of react-admin and the public paths of the specification in the address bar. Stock
 * components therefore work unchanged.
 */
export const routerProvider: RouterProvider = {
  ...stock,
  useLocation,
  useNavigate,
  useMatch: ({ path, end }) => {
    const { pathname } = useLocation();
    return stock.matchPath(end === undefined ? path : { path, end }, pathname);
  },
  useBlocker: shouldBlock =>
    stock.useBlocker(
      typeof shouldBlock === 'function'
        ? args =>
            shouldBlock({
              ...args,
              currentLocation: canonical(args.currentLocation),
              nextLocation: canonical(args.nextLocation),
            })
        : shouldBlock,
    ),
  Link: forwardRef<HTMLAnchorElement, React.ComponentProps<RouterProvider['Link']>>(({ to, ...rest }, ref) => (
    <stock.Link ref={ref} to={outgoing(to)} {...rest} />
  )),
  Navigate: ({ to, ...rest }) => <stock.Navigate to={outgoing(to)} {...rest} />,
  Routes: ({ children, location }) => {
    const current = useLocation();
    return <stock.Routes location={location ?? current}>{children}</stock.Routes>;
  },
};
