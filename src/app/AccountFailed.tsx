import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { accountQuery } from '../authProvider/account.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';

/** Shown instead of any page if the account could not be loaded. Offers a retry. */
export const AccountFailed = () => {
  const translate = useTranslate();
  const { refetch, isFetching } = useQuery(accountQuery);
  return <FailureAlert text={translate('frame.user.failed')} onRetry={refetch} busy={isFetching} />;
};
