import type { RoomFigure } from '../../../contract/calls/room.ts';
import { accidentsPath, listAddress } from '../../../routes/listAddress.ts';

type Listed = Pick<RoomFigure, 'List' | 'Filter'>;

/** Address of the list that has exactly what a figure counts. */
export const listOf = ({ List, Filter }: Listed): string => listAddress(accidentsPath(List), { filter: Filter });

/** Address of the scores of a period, of those who drove in it. */
export const scoresOf = (from: string, to: string): string =>
  listAddress('/cabinet/scoring/', { filter: { from, to, DistanceKmFrom: 0.001 } });
