import { useTranslate } from 'react-admin';
import type { AccountInfo } from '../../contract/shapes/account.ts';
import { accidentsPath, listAddress } from '../../routes/listAddress.ts';
import { openChat } from '../chat/chatState.ts';

const dueCallsAddress = ({ Id }: AccountInfo): string =>
  listAddress(accidentsPath('opened'), {
    filter: { OperatorId: String(Id) },
    sort: 'DateTimeOfNextCall',
    order: 'ASC',
  });

interface PersonalLink {
  readonly label: string;
  /** Path of the link's page. Absent: `open` shows a panel over the present page instead. */
  readonly to?: string;
  readonly open?: () => void;
}

export const usePersonalLinks = (account: AccountInfo): readonly PersonalLink[] => {
  const translate = useTranslate();
  return [
    { label: translate('frame.user.data'), to: '/user/' },
    { label: translate('frame.user.messages'), open: () => openChat(null) },
    { label: translate('frame.user.activity'), to: '/user/activity/' },
    { label: translate('frame.user.calls'), to: dueCallsAddress(account) },
    { label: translate('frame.user.settings'), to: '/user/application/' },
  ];
};
