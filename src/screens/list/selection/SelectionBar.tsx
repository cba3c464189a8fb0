import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useListContext } from 'ra-core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { LazyBoundary } from '../../../feedback/LazyBoundary.tsx';
import { actionNamed, type BulkAction, isAction } from '../../../resources/define.ts';
import { ActionDialog } from '../../record/actions/lazy.ts';
import { countText } from '../count.ts';
import { useListView } from '../view.tsx';
import { BulkStatus } from './BulkStatus.tsx';
import { useBulk } from './useBulk.ts';
import { useBulkActions } from './useSelectable.ts';

/** Number of selected records, bulk actions and their results. */
export const SelectionBar = () => {
  const { resource, i18n } = useListView();
  const { selectedIds, onUnselectItems } = useListContext();
  const { state, run, dismiss } = useBulk();
  const actions = useBulkActions();
  const [asking, setAsking] = useState<BulkAction>();
  const { translate } = i18n;
  const count = countText(resource, selectedIds.length, i18n);
  return (
    <>
      {selectedIds.length > 0 && (
        <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
          <Box component="span" role="status" sx={{ typography: 'subtitle2', mr: 1 }}>
            {translate('lists.selection.count', { count })}
          </Box>
          {actions.map(({ action, label }) => (
            <Button
              key={label}
              size="small"
              variant="outlined"
              color={action === 'remove' ? 'error' : 'primary'}
              disabled={state.at === 'working'}
              onClick={() => (typeof action === 'object' && 'set' in action ? run(action) : setAsking(action))}
            >
              {label}
            </Button>
          ))}
          <Button size="small" onClick={() => onUnselectItems()}>
            {translate('lists.selection.clear')}
          </Button>
        </Box>
      )}
      <BulkStatus state={state} onDismiss={dismiss} />
      <ConfirmDialog
        open={asking === 'remove'}
        title={translate('lists.bulk.removeTitle', { count })}
        help={translate('lists.bulk.removeHelp')}
        action={translate('ra.action.delete')}
        onClose={() => setAsking(undefined)}
        onConfirm={() => run('remove')}
      />
      {asking !== undefined && isAction(asking) && (
        <LazyBoundary>
          <ActionDialog
            resource={resource}
            action={actionNamed(resource, asking.action)}
            of={count}
            onClose={() => setAsking(undefined)}
            onAct={async asked => run(asking, asked)}
          />
        </LazyBoundary>
      )}
    </>
  );
};
