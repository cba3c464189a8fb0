import { queryClient } from '../../src/app/queryClient.ts';
import { closeAllToasts, dropUndoable } from '../../src/feedback/toasts.ts';

/** Files that share their modules share what these hold: the next file begins without. */
dropUndoable();
closeAllToasts();
queryClient.clear();
