import { useEffect } from 'react';
import { tellMissing } from './tellMissing.ts';

/** Shown for a missing chunk where there is no room for a message. */
export const ChunkMissing = () => {
  useEffect(tellMissing, []);
  return null;
};
