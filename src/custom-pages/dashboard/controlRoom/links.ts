import type { ControlRoomFigure } from '../../../contract/calls/controlRoom.ts';
import { accidentsPath, listAddress } from '../../../routes/listAddress.ts';

type FigureList = Pick<ControlRoomFigure, 'List' | 'Filter'>;

/** Returns the path of a list that shows exactly the records that a figure counts. */
export const figureListPath = ({ List, Filter }: FigureList): string =>
  listAddress(accidentsPath(List), { filter: Filter });

/**
 * Returns the path of the score list of a period. It shows only vehicles that drove in the period, and only those of a
 * source of measurement if one is given.
 */
export const scoreListPath = (from: string, to: string, source: string | null): string =>
  listAddress('/cabinet/scoring/', { filter: { from, to, DistanceKmFrom: 0.001, ...(source && { Source: source }) } });
