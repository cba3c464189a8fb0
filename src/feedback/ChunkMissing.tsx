import { useEffect } from 'react';
import { showLoadFailure } from './showLoadFailure.ts';

/** Shows a toast when a part of the page failed to load and has no space for a message. */
const ChunkFailureToast = ({ error }: { error: unknown }) => {
  useEffect(() => showLoadFailure(error), [error]);
  return null;
};

/** Value for `failed` of a LazyBoundary. */
export const renderChunkFailure = (error: unknown) => <ChunkFailureToast error={error} />;
