import { useTranslate } from 'react-admin';
import type { AccountInfo } from '../../contract/shapes/account.ts';
import { accidentsPath, listAddress } from '../../routes/listAddress.ts';
import { openChat } from '../chat/chatState.ts';

/** Returns the address of the list of the person's open cases, in the order of their next phone calls. */
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

/** Returns the links to the user's own data, team chat, own changes, own planned phone calls, and settings. */
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
