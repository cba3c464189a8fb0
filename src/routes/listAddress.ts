import type { AccidentStatus } from '../contract/states.ts';

interface ListState {
  readonly filter?: object;
  readonly sort?: string;
  readonly order?: 'ASC' | 'DESC';
}

/** Returns the address of a list with filter and order. */
export const listAddress = (path: string, { filter = {}, ...order }: ListState): string => {
  const filterParameter = Object.keys(filter).length > 0 && { filter: JSON.stringify(filter) };
  const query = new URLSearchParams({ ...filterParameter, ...order });
  return query.size > 0 ? `${path}?${query}` : path;
};

/** Returns the path of the list of accidents in one bucket. */
export const accidentsPath = (status: AccidentStatus): string => `/cabinet/accidents/${status}/`;

/** Returns the path of an accident's page. */
export const accidentPath = (status: AccidentStatus, id: number, objectId: string): string =>
  `${accidentsPath(status)}${id}/${encodeURIComponent(objectId)}`;
