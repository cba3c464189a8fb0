import { type ComponentType, lazy, Suspense } from 'react';
import { patient } from '../../routes/patient.ts';
import { places } from '../../routes/places.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { LoginPage } from './LoginPage.tsx';

// Most who come here come to sign in: the other pages are fetched when they are wanted.
const others: readonly (readonly [place: string, Page: ComponentType])[] = [
  [
    places.register,
    lazy(patient(() => import('./RegisterPage.tsx').then(({ RegisterPage }) => ({ default: RegisterPage })))),
  ],
  [places.forgot, lazy(patient(() => import('./ForgotPage.tsx').then(({ ForgotPage }) => ({ default: ForgotPage }))))],
  [places.reset, lazy(patient(() => import('./ResetPage.tsx').then(({ ResetPage }) => ({ default: ResetPage }))))],
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
