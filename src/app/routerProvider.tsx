import { forwardRef, useCallback, useMemo, useRef } from 'react';
import { type RouterProvider, reactRouterProvider } from 'react-admin';
import { toCanonical, toPublic, toPublicAddress } from '../routes/pathMap.ts';

const defaultRouter = reactRouterProvider;
type To = Parameters<ReturnType<RouterProvider['useNavigate']>>[0];
type Location = ReturnType<RouterProvider['useLocation']>;

const toPublicTarget = <T extends To>(to: T): T | string => {
  if (typeof to === 'string') return toPublicAddress(to);
  if (typeof to === 'object' && to.pathname !== undefined) return { ...to, pathname: toPublic(to.pathname) };
  return to;
};

const toCanonicalLocation = <L extends Location>(location: L): L => ({
  ...location,
  pathname: toCanonical(location.pathname),
});

const useLocation: RouterProvider['useLocation'] = () => {
  const location = defaultRouter.useLocation();
  return useMemo(() => toCanonicalLocation(location), [location]);
};

const useNavigate: RouterProvider['useNavigate'] = () => {
  const navigate = defaultRouter.useNavigate();
  const { pathname } = useLocation();
  const ownPath = useRef(pathname);
  ownPath.current = pathname;
  return useCallback(
    (to, options) => {
      const keepsPath = typeof to === 'object' && to.pathname === undefined;
      if (!keepsPath) return navigate(toPublicTarget(to), options);
      // react-admin writes the state of a list into the address a moment after the change. Somebody may have opened
      // another page by then, whose address must not get this state.
      const publicPath = window.location.pathname;
      if (toCanonical(publicPath) === ownPath.current) navigate({ ...to, pathname: publicPath }, options);
    },
    [navigate],
  );
};

/**
 * Translates the paths of react-admin to the public paths in the address bar, and back. The specification defines the
 * public paths. Components of react-admin therefore work unchanged.
 */
export const routerProvider: RouterProvider = {
  ...defaultRouter,
  useLocation,
  useNavigate,
  useMatch: ({ path, end }) => {
    const { pathname } = useLocation();
    return defaultRouter.matchPath(end === undefined ? path : { path, end }, pathname);
  },
  useBlocker: shouldBlock =>
    defaultRouter.useBlocker(
      typeof shouldBlock === 'function'
        ? args =>
            shouldBlock({
              ...args,
              currentLocation: toCanonicalLocation(args.currentLocation),
              nextLocation: toCanonicalLocation(args.nextLocation),
            })
        : shouldBlock,
    ),
  Link: forwardRef<HTMLAnchorElement, React.ComponentProps<RouterProvider['Link']>>(({ to, ...rest }, ref) => (
    <defaultRouter.Link ref={ref} to={toPublicTarget(to)} {...rest} />
  )),
  Navigate: ({ to, ...rest }) => <defaultRouter.Navigate to={toPublicTarget(to)} {...rest} />,
  Routes: ({ children, location }) => {
    const current = useLocation();
    return <defaultRouter.Routes location={location ?? current}>{children}</defaultRouter.Routes>;
  },
};
