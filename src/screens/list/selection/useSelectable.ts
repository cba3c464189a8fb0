import { useAccount } from '../../../authProvider/account.ts';
import { config } from '../../../config.ts';
import { hasAnyRole } from '../../../contract/access.ts';
import { type Action, bulkActions } from '../../../schema/define.ts';
import { useListView } from '../view.tsx';

export const useBulkActions = (): readonly (readonly [string, Action])[] => {
  const { resource } = useListView();
  const roles = useAccount()?.Roles ?? [];
  return bulkActions(resource).filter(([, action]) => hasAnyRole(roles, action.roles));
};

/** Returns true if rows have checkboxes: for bulk actions, or for the basket (records collected for one export). */
export const useHasCheckBoxes = (): boolean => useBulkActions().length > 0 || config.layout.cart;
