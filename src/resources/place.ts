import type { Bilingual } from './fields.ts';

/** Where the resource stands in the cabinet. Absent: the route table gives its pages their addresses by hand. */
export interface Place {
  /**
   * Public address of the list, with a trailing slash; records are at `<path><id>/`, the create form at
   * `<path>create/`.
   */
  readonly path: string;
  /** Address of the group that contains it; of all of them, where it belongs to several. */
  readonly under: string | readonly string[];
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
