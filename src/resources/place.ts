import type { Bilingual } from './fields.ts';

/** Addresses under which resources stand in the menu; each is a page of `src/routes/table.ts`. */
export const groupPaths = [
  '/cabinet/cards/',
  '/cabinet/accidents/',
  '/cabinet/users/',
  '/cabinet/screener/',
  '/cabinet/admin/',
] as const;
export type GroupPath = (typeof groupPaths)[number];

/** Where the resource stands in the cabinet. Absent: the route table gives its pages their addresses by hand. */
export interface Place {
  /**
   * Public address of the list, with a trailing slash; records are at `<path><id>/`, the create form at
   * `<path>create/`.
   */
  readonly path: string;
  /** Addresses of the menu groups that contain it. */
  readonly under: GroupPath | readonly GroupPath[];
  readonly icon: IconName;
  /** Shown in the side menu; otherwise only on its group's page. */
  readonly menu?: boolean;
  /** Place among the tiles of the work desk, with the number of its rows. */
  readonly tile?: number;
  /** What the list is for, on the page of its group. */
  readonly about?: Bilingual;
  /** Where one is led once a new one is saved; else to its own page. */
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
