import { useAccount } from '../../../authProvider/account.ts';
import { config } from '../../../config.ts';
import { holdsOne } from '../../../contract/access.ts';
import { type BulkAction, bulkRoles } from '../../../resources/define.ts';
import { useListView } from '../view.tsx';

export interface Offered {
  readonly action: BulkAction;
  readonly label: string;
}

/** Described bulk actions that the user may perform. */
export const useBulkActions = (): readonly Offered[] => {
  const { resource, i18n } = useListView();
  const roles = useAccount()?.Roles ?? [];
  return (resource.bulk ?? []).flatMap((action, at) => {
    const asked = bulkRoles(resource, action);
    if (!asked || !holdsOne(roles, asked)) return [];
    const key = action === 'remove' ? 'ra.action.delete' : `resources.${resource.name}.bulk.${at}`;
    return [{ action, label: i18n.translate(key) }];
  });
};

/** Rows are selectable for bulk actions or the basket. */
export const useSelectable = (): boolean => useBulkActions().length > 0 || config.layout.cart;
