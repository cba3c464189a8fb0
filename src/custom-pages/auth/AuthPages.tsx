import { type ComponentType, Suspense, useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { usePageTitle } from '../../components/pageTitle.ts';
import { lazyComponent } from '../../feedback/lazyComponent.ts';
import { closeAllToasts } from '../../feedback/toasts.ts';
import { openPageAt, type openRoutes } from '../../routes/places.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { LoginPage } from './LoginPage.tsx';

interface Begun {
  /** Called when the user starts typing. */
  readonly onBegin?: () => void;
}

/** Other pages and their texts are loaded on demand, because most visitors sign in. */
const pages: { readonly [Title in keyof typeof openRoutes]: ComponentType<Begun> } = {
  login: LoginPage,
  register: lazyComponent('RegisterPage', () => import('./RegisterPage.tsx'), 'ways'),
  forgot: lazyComponent('ForgotPage', () => import('./ForgotPage.tsx'), 'ways'),
  reset: lazyComponent('ResetPage', () => import('./ResetPage.tsx'), 'ways'),
};
const NoSuchPage = lazyComponent('NoSuchPage', () => import('./NoSuchPage.tsx'), 'ways');

/** Public pages. The frame stays while the page in it loads. */
export const AuthPages = ({ path, onBegin }: { path: string } & Begun) => {
  const translate = useTranslate();
  const title = openPageAt(path);
  usePageTitle(translate(`routes.${title ?? 'notFound'}`));
  // Toasts of the last session are closed, because a user who has signed in again has read them.
  useEffect(() => closeAllToasts, []);
  const Page = title ? pages[title] : NoSuchPage;
  return (
    <AuthFrame>
      <Suspense>
        <Page onBegin={onBegin} />
      </Suspense>
    </AuthFrame>
  );
};
