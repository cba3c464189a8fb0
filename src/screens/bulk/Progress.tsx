import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import { serverNow } from '../../api/clock.ts';
import type { BulkChange } from '../../dataProvider/actions.ts';
import { formatNumber, formatTime } from '../../fields/format.ts';
import type { I18n } from '../../fields/useI18n.ts';
import { isUnderWay } from './useBulkChange.ts';

const bulkTextKey = ({ State, Phase, Changed, Refused, Left }: BulkChange): string => {
  if (State === 'done' && Refused === 0) return 'doneAll';
  if (State === 'undone' && Left === 0) return 'undoneAll';
  if (Phase === 'undo' && State === 'cancelled') return 'undoCancelled';
  if (Phase === 'undo' && State === 'failed') return 'undoFailed';
  return State === 'cancelled' && Changed === 0 ? 'stopped' : State;
};

/** Returns progress or result of a bulk change in words. */
export const bulkText = (change: BulkChange, { translate, locale }: I18n): string => {
  const formatCount = (number: number | null) => (number === null ? '…' : formatNumber(number, 0, locale));
  const { Done, Total, Changed, Refused, Undone, Left, Possible, What: what, Error: reason } = change;
  return translate(`bulk.${bulkTextKey(change)}`, {
    what,
    done: formatCount(Done),
    total: formatCount(Total),
    changed: formatCount(Changed),
    refused: formatCount(Refused),
    undone: formatCount(Undone),
    left: formatCount(Left),
    possible: formatCount(Possible),
    reason,
  });
};

/** Progress of a bulk change in words, with a progress bar while the change is running. */
export const Progress = ({ change, i18n }: { change: BulkChange; i18n: I18n }) => {
  const text = bulkText(change, i18n);
  const { Done, Total } = change;
  return (
    <Box role="status" sx={{ flex: 1 }}>
      {text}
      {isUnderWay(change) && (
        <LinearProgress
          aria-label={text}
          sx={{ mt: 0.5 }}
          variant={Total === null ? 'indeterminate' : 'determinate'}
          value={Total ? (100 * Done) / Total : 0}
        />
      )}
    </Box>
  );
};

/** Returns the time until which the bulk change can be undone. Undefined if it cannot. */
export const formatUndoDeadline = ({ UndoUntil }: BulkChange): string | undefined =>
  UndoUntil !== null && Date.parse(UndoUntil) > serverNow() ? formatTime(new Date(UndoUntil)) : undefined;
