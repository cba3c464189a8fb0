import { useEffect } from 'react';
import { tellMissing } from './tellMissing.ts';

/** Shows a toast for a part that failed where there is no room for a message. */
const ChunkMissing = ({ error }: { error: unknown }) => {
  useEffect(() => tellMissing(error), [error]);
  return null;
};

/** For `failed` of a LazyBoundary. */
export const showMissing = (error: unknown) => <ChunkMissing error={error} />;
