import { useTranslate } from 'ra-core';
import type { AccountInfo } from '../../contract/shapes/account.ts';
import { accidentsPath, listAddress } from '../../routes/listAddress.ts';
import { openChat } from '../chat/chatState.ts';

/** Open cases of the person in the order of their next calls. */
const callsDue = ({ Id }: AccountInfo): string =>
  listAddress(accidentsPath('opened'), {
    filter: { OperatorId: String(Id) },
    sort: 'DateTimeOfNextCall',
    order: 'ASC',
  });

interface PersonalLink {
  readonly label: string;
  /** Absent: it opens something over the page. */
  readonly to?: string;
  readonly open?: () => void;
}

/** Profile, messages, activities and tasks: own data, the team's thread, own changes, own calls due. */
export const usePersonalLinks = (account: AccountInfo): readonly PersonalLink[] => {
  const translate = useTranslate();
  return [
    { label: translate('frame.user.data'), to: '/user/' },
    { label: translate('frame.user.messages'), open: () => openChat(null) },
    { label: translate('frame.user.activity'), to: '/user/activity/' },
    { label: translate('frame.user.calls'), to: callsDue(account) },
    { label: translate('frame.user.settings'), to: '/user/application/' },
  ];
};
