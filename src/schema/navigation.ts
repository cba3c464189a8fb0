import type { Bilingual } from './fields.ts';

/** Paths of the menu groups. A product adds its own (`declare module`). */
// biome-ignore lint/suspicious/noEmptyInterface: extended by declaration merging
export interface GroupPaths {}
export type GroupPath = keyof GroupPaths & string;

/** Topics under which the page of a menu group sorts its links. A product adds its own (`declare module`). */
// biome-ignore lint/suspicious/noEmptyInterface: extended by declaration merging
export interface GroupTopics {}
export type GroupTopic = keyof GroupTopics & string;

/** Position of the resource in the menu. A resource without it has pages that `src/routes/table.ts` lists by hand. */
export interface Navigation {
  /** Path of the list, with a trailing slash. Records are at `<path><id>/`, the create form is at `<path>create/`. */
  readonly path: string;
  /** Paths of the menu groups that contain the list. `everyGroup`: all groups that have a page. */
  readonly groups: GroupPath | readonly GroupPath[] | 'everyGroup';
  /** Topic under which the page of the group lists the link. Absent: after all topics. */
  readonly topic?: GroupTopic;
  readonly icon: IconName;
  /** True if the list is in the side menu. Otherwise only the page of its group links to the list. */
  readonly menu?: boolean;
  /** Position among the tiles of the start page (dashboard). A tile links to the list and shows its number of rows. */
  readonly tilePosition?: number;
  /** Purpose of the list, shown on the page of its group. */
  readonly purpose?: Bilingual;
}

/** Names of icons for lists and pages. Here are those of the engine. A product adds its own (`declare module`). */
export interface IconNames {
  add: true;
  done: true;
}
export type IconName = keyof IconNames & string;
