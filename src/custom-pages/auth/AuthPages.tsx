import { type ComponentType, lazy, Suspense } from 'react';
import { openExtra } from '../../i18n/store.ts';
import { patient } from '../../routes/patient.ts';
import { places } from '../../routes/places.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { LoginPage } from './LoginPage.tsx';

/** Most who come here come to sign in: the other pages are fetched when they are wanted, with their words. */
const other = <Name extends string>(name: Name, load: () => Promise<Record<Name, ComponentType>>) =>
  lazy(
    patient(async () => {
      const [pages] = await Promise.all([load(), openExtra('ways')]);
      return { default: pages[name] };
    }),
  );

const others: readonly (readonly [place: string, Page: ComponentType])[] = [
  [places.register, other('RegisterPage', () => import('./RegisterPage.tsx'))],
  [places.forgot, other('ForgotPage', () => import('./ForgotPage.tsx'))],
  [places.reset, other('ResetPage', () => import('./ResetPage.tsx'))],
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
