import type { Bilingual } from './fields.ts';

/** Addresses of the menu groups. A product adds its own (`declare module`). */
// biome-ignore lint/suspicious/noEmptyInterface: extended by declaration merging
export interface GroupPaths {}
export type GroupPath = keyof GroupPaths & string;

/** Position of the resource in the menu of the cabinet. Absent: `src/routes/table.ts` lists its pages by hand. */
export interface Navigation {
  /** Path of the list, with a trailing slash. Records are at `<path><id>/`, the create form is at `<path>create/`. */
  readonly path: string;
  /** Paths of the menu groups that contain the list. `everyGroup`: all groups that have a page. */
  readonly groups: GroupPath | readonly GroupPath[] | 'everyGroup';
  readonly icon: IconName;
  /** The list is in the side menu. Otherwise it is only on its group's page. */
  readonly menu?: boolean;
  /** Position among the tiles of the dashboard. The tile shows the number of rows. */
  readonly tilePosition?: number;
  /** Purpose of the list, shown on the page of its group. */
  readonly purpose?: Bilingual;
  /** Page that opens after a new record is saved. Default: the page of the record. */
  readonly afterCreate?: 'list';
}

/** Icons of lists and pages: those of the engine. A product adds its own (`declare module`). */
export interface IconNames {
  add: true;
  done: true;
}
export type IconName = keyof IconNames & string;
