import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
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

/**
 * Query of the control room's figures. Live events of accidents invalidate the query. The server counts at most every
 * ten seconds, and all users get the same count. Ages of cases grow without an event, so the page shows the time of the
 * count. An unused count leaves the cache after a minute.
 */
export const useControlRoom = () =>
  useQuery({
    queryKey: ['control-room'],
    queryFn: ({ signal }) => api('GET /api/v3/control-room')({ signal }),
    gcTime: 60_000,
  });
