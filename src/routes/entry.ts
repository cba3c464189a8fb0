import type { Role } from '../contract/access.ts';
import type { IconName, Navigation } from '../schema/navigation.ts';

/**
 * Description of one page of the application. Router, menu, breadcrumbs, dashboard tiles, document titles and the
 * mapping of paths are derived from it.
 */
export interface RouteEntry {
  /** Path of the page in the address bar, from the specification. */
  readonly path: string;
  /** Key of the page's title among the texts `routes`. The text may contain path parameters. */
  readonly title: string;
  /**
   * Pages whose breadcrumbs contain this page: itself and all pages below it (`always`), only itself (`own`), or none
   * (`never`).
   */
  readonly crumb: 'always' | 'own' | 'never';
  /**
   * Path of the list in which the page's record stands, if the page's path does not begin with it. The breadcrumbs lead
   * to this list.
   */
  readonly listPath?: string;
  /** Roles that may open the page. Absent: every signed-in account. */
  readonly roles?: readonly Role[];
  /**
   * Path of the page inside react-admin, if react-admin knows the page: `/vouchers`. It is called the canonical path.
   */
  readonly canonical?: string;
  /** react-admin resource whose list the page shows. */
  readonly resource?: string;
  /**
   * Position in the side menu: a line, the head of a group, both (a group with its own page), or the foot of the menu.
   */
  readonly menu?: 'line' | 'group' | 'foot' | { readonly groupTitle: string };
  /** Position in the top menu, and the key of the link's text among the texts `shell.top`. */
  readonly topMenu?: { readonly position: number; readonly title: string };
  /** Icon of the page in the menu and on its dashboard tile. */
  readonly icon?: IconName;
  /** Position of the page's tile among the twelve tiles of the dashboard. */
  readonly tile?: number;
  /** Key of the dashboard tile's title, if it differs from the page's title. */
  readonly tileTitle?: string;
  /** True: the dashboard tile shows the number of rows of `resource`. */
  readonly showsRowCount?: boolean;
  /**
   * Record that the page shows, if `page` does not name it: the resource of the record, and the path parameter with its
   * id.
   */
  readonly shownRecord?: { readonly resource: string; readonly id: string };
  /** Path parameters whose change leaves the page mounted, so that the page keeps its state. */
  readonly volatileParams?: readonly string[];
  /** Path of the form for a new record. The sub-header links to it for users whose roles may open it. */
  readonly createPath?: string;
  /** Path of the import page. The sub-header links to it next to the link to the create form. */
  readonly importPath?: string;
  /** Menu groups whose pages also link to this page, although the specification's menu does not. */
  readonly listedUnder?: Navigation['groups'];
  /** Topic under which these groups list the page. Absent: after all topics. */
  readonly topic?: Navigation['topic'];
  /**
   * Content of the page: a page component, a redirect, or the form or record of a resource. Absent: the list of
   * `resource`.
   */
  readonly page?:
    | PageName
    | { readonly redirectTo: string }
    | { readonly form: 'create' | 'update'; readonly resource: string }
    | { readonly record: string };
}

/** Names of pages whose content no description of a resource defines. `app/pages.tsx` maps them to components. */
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
