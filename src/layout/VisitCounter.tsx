import { useEffect } from 'react';
import { config } from '../config.ts';
import type { RouteEntry } from '../routes/entry.ts';
import { countVisit } from './countVisit.ts';

/** Reports page views to web analytics. Renders nothing. */
export const VisitCounter = ({ entry }: { entry: RouteEntry }) => {
  useEffect(() => countVisit(config.analytics, entry), [entry]);
  return null;
};
