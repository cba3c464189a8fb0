import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { accountQuery } from '../authProvider/account.ts';
import { Failed } from '../components/Failed.tsx';

/** Stands for any page while it is not known who is signed in, and asks again. */
export const AccountFailed = () => {
  const translate = useTranslate();
  const { refetch, isFetching } = useQuery(accountQuery);
  return <Failed text={translate('frame.user.failed')} onRetry={refetch} busy={isFetching} />;
};
