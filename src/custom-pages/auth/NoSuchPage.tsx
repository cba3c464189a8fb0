import { useTranslate } from 'ra-core';
import { Outcome } from './Outcome.tsx';

/** Unknown address while not signed in. */
export const NoSuchPage = () => {
  const translate = useTranslate();
  return (
    <Outcome
      title={translate('routes.notFound')}
      text={translate('ways.unknown', { path: window.location.pathname })}
    />
  );
};
