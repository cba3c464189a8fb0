import { type ComponentType, Suspense } from 'react';
import { part } from '../../components/part.ts';
import { places } from '../../routes/places.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { LoginPage } from './LoginPage.tsx';

/** Most who come here come to sign in: the other pages are fetched when they are wanted, with their words. */
const others: readonly (readonly [place: string, Page: ComponentType])[] = [
  [places.register, part('RegisterPage', () => import('./RegisterPage.tsx'), 'ways')],
  [places.forgot, part('ForgotPage', () => import('./ForgotPage.tsx'), 'ways')],
  [places.reset, part('ResetPage', () => import('./ResetPage.tsx'), 'ways')],
];

const bare = (path: string) => path.replace(/\/$/, '');

/** What is open without signing in. The frame stands while the page in it is on its way. */
export const AuthPages = ({ path }: { path: string }) => {
  const Page = others.find(([place]) => bare(place) === bare(path))?.[1] ?? LoginPage;
  return (
    <AuthFrame>
      <Suspense>
        <Page />
      </Suspense>
    </AuthFrame>
  );
};
