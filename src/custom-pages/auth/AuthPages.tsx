import { places } from '../../routes/places.ts';
import { AskManager } from './AskManager.tsx';
import { LoginPage } from './LoginPage.tsx';

const isAt = (path: string, place: string) => path.replace(/\/$/, '') === place.replace(/\/$/, '');

/** What is open without signing in. */
export const AuthPages = ({ path }: { path: string }) => {
  if (isAt(path, places.register)) return <AskManager about="register" />;
  if (isAt(path, places.forgot)) return <AskManager about="forgot" />;
  return <LoginPage />;
};
