import { useEffect } from 'react';
import { showLoadFailure } from './showLoadFailure.ts';

/** Shows a toast for a part of the page whose script failed to load, where the page has no space for a message. */
const ChunkFailureToast = ({ error }: { error: unknown }) => {
  useEffect(() => showLoadFailure(error), [error]);
  return null;
};

/** Reports a script that failed to load as a toast. Used as the `failed` property of a LazyBoundary. */
export const renderChunkFailure = (error: unknown) => <ChunkFailureToast error={error} />;
