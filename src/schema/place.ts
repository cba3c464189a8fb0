import type { Bilingual } from './fields.ts';

/** Addresses of the menu groups. Each is a page of `src/routes/table.ts`. */
export const groupPaths = [
  '/cabinet/cards/',
  '/cabinet/accidents/',
  '/cabinet/users/',
  '/cabinet/screener/',
  '/cabinet/admin/',
] as const;
export type GroupPath = (typeof groupPaths)[number];

/** Place of the resource in the menu of the cabinet. Absent: `src/routes/table.ts` lists its pages by hand. */
export interface Place {
  /** Path of the list, with a trailing slash. Records are at `<path><id>/`, the create form is at `<path>create/`. */
  readonly path: string;
  /** Paths of the menu groups that contain the list. */
  readonly under: GroupPath | readonly GroupPath[];
  readonly icon: IconName;
  /** The list is in the side menu. Otherwise it is only on its group's page. */
  readonly menu?: boolean;
  /** Position among the tiles of the dashboard. The tile shows the number of rows. */
  readonly tile?: number;
  /** Purpose of the list, shown on the page of its group. */
  readonly about?: Bilingual;
  /** Page that opens after a new record is saved. Default: the page of the record. */
  readonly afterCreate?: 'list';
}

export const iconNames = [
  'desk',
  'voucher',
  'add',
  'accident',
  'done',
  'mini',
  'scoring',
  'users',
  'addUser',
  'client',
  'screener',
  'export',
  'import',
  'settings',
  'place',
  'device',
  'vehicle',
  'contract',
  'company',
  'dictionary',
  'key',
  'billing',
  'texts',
  'webhook',
  'delivery',
] as const;
export type IconName = (typeof iconNames)[number];
