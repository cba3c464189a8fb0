import { useTranslate } from 'ra-core';
import { Outcome } from './Outcome.tsx';

/** An address that is no page, for who has not signed in. */
export const NoSuchPage = () => {
  const translate = useTranslate();
  return (
    <Outcome
      title={translate('routes.notFound')}
      text={translate('ways.unknown', { path: window.location.pathname })}
    />
  );
};
