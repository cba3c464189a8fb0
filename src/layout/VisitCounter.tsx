import { useEffect } from 'react';
import { config } from '../config.ts';
import type { RouteEntry } from '../routes/entry.ts';
import { countVisit } from './countVisit.ts';

/** The web analytics counter: draws nothing, counts the page one is on. */
export const VisitCounter = ({ entry }: { entry: RouteEntry }) => {
  useEffect(() => countVisit(config.analytics, entry), [entry]);
  return null;
};
