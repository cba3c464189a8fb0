import { useTranslate } from 'ra-core';
import { type ComponentType, Suspense } from 'react';
import { usePageTitle } from '../../components/pageTitle.ts';
import { lazyComponent } from '../../feedback/lazyComponent.ts';
import { openPageAt, type openRoutes } from '../../routes/places.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { LoginPage } from './LoginPage.tsx';

interface Begun {
  /** Somebody has begun to sign in. */
  readonly onBegin?: () => void;
}

/** Most who come here come to sign in: the other pages are fetched when they are wanted, with their words. */
const pages: { readonly [Title in keyof typeof openRoutes]: ComponentType<Begun> } = {
  login: LoginPage,
  register: lazyComponent('RegisterPage', () => import('./RegisterPage.tsx'), 'ways'),
  forgot: lazyComponent('ForgotPage', () => import('./ForgotPage.tsx'), 'ways'),
  reset: lazyComponent('ResetPage', () => import('./ResetPage.tsx'), 'ways'),
};
const NoSuchPage = lazyComponent('NoSuchPage', () => import('./NoSuchPage.tsx'), 'ways');

/** What is open without signing in. The frame stands while the page in it is on its way. */
export const AuthPages = ({ path, onBegin }: { path: string } & Begun) => {
  const translate = useTranslate();
  const title = openPageAt(path);
  usePageTitle(translate(`routes.${title ?? 'notFound'}`));
  const Page = title ? pages[title] : NoSuchPage;
  return (
    <AuthFrame>
      <Suspense>
        <Page onBegin={onBegin} />
      </Suspense>
    </AuthFrame>
  );
};
