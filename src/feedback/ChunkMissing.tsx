import { useEffect } from 'react';
import { tellMissing } from './tellMissing.ts';

/** In place of a part that has no room of its own to say that it is missing. */
export const ChunkMissing = () => {
  useEffect(tellMissing, []);
  return null;
};
