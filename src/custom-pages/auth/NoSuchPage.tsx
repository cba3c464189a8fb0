import { useTranslate } from 'react-admin';
import { Outcome } from './Outcome.tsx';

/** Shown for an unknown address before sign-in. */
export const NoSuchPage = () => {
  const translate = useTranslate();
  return (
    <Outcome
      title={translate('routes.notFound')}
      text={translate('ways.unknown', { path: window.location.pathname })}
    />
  );
};
