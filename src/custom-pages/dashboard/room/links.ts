import type { RoomFigure } from '../../../contract/calls/room.ts';

type Listed = Pick<RoomFigure, 'List' | 'Filter'>;

const filtered = (path: string, filter: object): string =>
  `${path}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;

/** Address of the list that has exactly what a figure counts. */
export const listOf = ({ List, Filter }: Listed): string => filtered(`/cabinet/accidents/${List}/`, Filter);

/** Address of the scores of a period, of those who drove in it. */
export const scoresOf = (from: string, to: string): string =>
  filtered('/cabinet/scoring/', { from, to, DistanceKmFrom: 0.001 });
