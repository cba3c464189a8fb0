import { queryClient } from '../../src/app/queryClient.ts';
import { setReachable } from '../../src/feedback/connection.ts';
import { closeAllToasts, dropUndoable } from '../../src/feedback/toasts.ts';

/** Files that share their modules share what these hold: the next file begins without. */
dropUndoable();
closeAllToasts();
queryClient.clear();
setReachable(true);
