import { useEffect } from 'react';
import { reportMissing } from './reportMissing.ts';

/** Shows a toast for a failed part, where there is no space for a message. */
const ChunkMissing = ({ error }: { error: unknown }) => {
  useEffect(() => reportMissing(error), [error]);
  return null;
};

/** Value for `failed` of a LazyBoundary. */
export const showMissing = (error: unknown) => <ChunkMissing error={error} />;
