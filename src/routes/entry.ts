import type { Role } from '../contract/access.ts';
import type { IconName } from '../resources/define.ts';

/** One page of the cabinet, as data. Router, menu, breadcrumbs, tiles, document titles and the path map are read off these. */
export interface RouteEntry {
  /** Public address as the specification gives it. */
  readonly path: string;
  /** Key of the title under `routes`; path parameters can stand in the text. */
  readonly title: string;
  /** Where its crumb stands: on every page below too, on its own page only, nowhere. */
  readonly crumb: 'always' | 'own' | 'never';
  /** Address of the list it belongs to, where that is no beginning of its own: the way to it leads over there. */
  readonly within?: string;
  /** Who may open it; absent: everybody signed in. */
  readonly roles?: readonly Role[];
  /** Address react-admin knows the page by, where it has one. */
  readonly canonical?: string;
  /** react-admin resource whose list the page is. */
  readonly resource?: string;
  /** Place in the side menu: a line, the head of a group, both in one (a group that holds its own page), or its foot. */
  readonly menu?: 'line' | 'group' | 'foot' | { readonly groupTitle: string };
  /** Place in the top menu, with the word for it under `shell.top`. */
  readonly top?: { readonly place: number; readonly title: string };
  /** Icon in menu and tile. */
  readonly icon?: IconName;
  /** Place among the twelve tiles. */
  readonly tile?: number;
  /** Title of the tile where it is not the page's own. */
  readonly tileTitle?: string;
  /** The tile shows how many rows the resource has. */
  readonly counted?: boolean;
  /** Path parameters whose change leaves the page standing. */
  readonly passing?: readonly string[];
  /** Address where another one of what the page lists is made; offered in the sub-header to whoever may open it. */
  readonly create?: string;
  /** Group whose page leads here too, where the menu of the specification does not. */
  readonly listedUnder?: string;
  /** What stands there: a page of its own, a form or the record of a described resource. Absent: the list of `resource`. */
  readonly page?:
    | PageName
    | { readonly coming: string }
    | { readonly leadsTo: string }
    | { readonly form: 'create' | 'update'; readonly of: string }
    | { readonly record: string };
}

/** Pages that no description can say; `app/pages.tsx` knows what draws them. */
export type PageName =
  | 'dashboard'
  | 'group'
  | 'accident'
  | 'accidentCreate'
  | 'unknownStatus'
  | 'registrations'
  | 'exports'
  | 'personalData'
  | 'settings';
