import type { Role } from '../contract/access.ts';
import type { IconName, Navigation } from '../schema/place.ts';

/** A page of the cabinet as data: the source of router, menu, breadcrumbs, tiles, document titles and path map. */
export interface RouteEntry {
  /** Public path, from the specification. */
  readonly path: string;
  /** Key of the title under `routes`. The text may contain path parameters. */
  readonly title: string;
  /**
   * Pages whose breadcrumbs contain this page: this page and all below it (`always`), only this page (`own`), none
   * (`never`).
   */
  readonly crumb: 'always' | 'own' | 'never';
  /** Path of the list that contains the page, if it is no prefix of the page's path. The breadcrumbs follow it. */
  readonly listPath?: string;
  /** Roles that may open the page. Absent: every signed-in account. */
  readonly roles?: readonly Role[];
  /** Path of the page in react-admin, if it has one. */
  readonly canonical?: string;
  /** react-admin resource listed on the page. */
  readonly resource?: string;
  /** Place in the side menu: a line, a head of a group, both (a group with its own page), or the foot. */
  readonly menu?: 'line' | 'group' | 'foot' | { readonly groupTitle: string };
  /** Position in the top menu, and the key of its text under `shell.top`. */
  readonly topMenu?: { readonly position: number; readonly title: string };
  /** Icon in menu and tile. */
  readonly icon?: IconName;
  /** Position among the twelve tiles of the dashboard. */
  readonly tile?: number;
  /** Title of the tile, if it differs from the page's title. */
  readonly tileTitle?: string;
  /** The tile shows the resource's number of rows. */
  readonly showsRowCount?: boolean;
  /** Record that the page shows, if `page` does not name it: its resource, and the path parameter with its id. */
  readonly shownRecord?: { readonly resource: string; readonly id: string };
  /** Path parameters whose change does not remount the page. */
  readonly volatileParams?: readonly string[];
  /** Path of the create form. The sub-header links to it for roles that may open it. */
  readonly createPath?: string;
  /** Path of the import page. The sub-header links to it next to the create form. */
  readonly importPath?: string;
  /** Groups whose pages also link here, although the specification's menu does not. */
  readonly listedUnder?: Navigation['groups'];
  /** A page component, or the form or record of a resource. Absent: the list of `resource`. */
  readonly page?:
    | PageName
    | { readonly redirectTo: string }
    | { readonly form: 'create' | 'update'; readonly resource: string }
    | { readonly record: string };
}

/** Pages without a description; `app/pages.tsx` maps them to components. */
export type PageName =
  | 'dashboard'
  | 'group'
  | 'accident'
  | 'accidentCreate'
  | 'unknownStatus'
  | 'registrations'
  | 'billing'
  | 'texts'
  | 'exports'
  | 'imports'
  | 'import'
  | 'scoringList'
  | 'scoringVoucher'
  | 'scoringTrip'
  | 'screener'
  | 'activity'
  | 'personalData'
  | 'settings';
