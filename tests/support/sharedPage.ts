import { queryClient } from '../../src/app/queryClient.ts';
import { setReachable } from '../../src/feedback/connection.ts';
import { closeAllToasts, dropUndoable } from '../../src/feedback/toasts.ts';

/** Clears state of shared modules, so that the next file begins without it. */
dropUndoable();
closeAllToasts();
queryClient.clear();
setReachable(true);
