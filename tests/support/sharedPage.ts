import { cleanup } from '@testing-library/react';
import { queryClient } from '../../src/app/queryClient.ts';
import { setReachable } from '../../src/feedback/connection.ts';
import { closeAllToasts, dropUndoableToasts } from '../../src/feedback/toasts.ts';

/**
 * Ends components that the last file left and clears the state of shared modules, so that the next file begins without.
 */
cleanup();
dropUndoableToasts();
closeAllToasts();
queryClient.clear();
setReachable(true);
