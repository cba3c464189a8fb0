import type { AccidentStatus } from '../contract/states.ts';

interface ListState {
  readonly filter?: object;
  readonly sort?: string;
  readonly order?: 'ASC' | 'DESC';
}

export const listAddress = (path: string, { filter = {}, ...order }: ListState): string => {
  const filterParameter = Object.keys(filter).length > 0 && { filter: JSON.stringify(filter) };
  const query = new URLSearchParams({ ...filterParameter, ...order });
  return query.size > 0 ? `${path}?${query}` : path;
};

export const accidentsPath = (status: AccidentStatus): string => `/cabinet/accidents/${status}/`;

export const accidentPath = (status: AccidentStatus, id: number, objectId: string): string =>
  `${accidentsPath(status)}${id}/${encodeURIComponent(objectId)}`;
