import type { Role } from '../contract/access.ts';
import type { GroupPath, IconName } from '../resources/place.ts';

/** A page of the cabinet as data: the source of router, menu, breadcrumbs, tiles, document titles and path map. */
export interface RouteEntry {
  /** Public address from the specification. */
  readonly path: string;
  /** Key of the title under `routes`; the text may contain path parameters. */
  readonly title: string;
  /** Where its crumb appears: on all pages below too, on its own page only, nowhere. */
  readonly crumb: 'always' | 'own' | 'never';
  /** Address of the list it belongs to, where that is no beginning of its own: the way to it leads over there. */
  readonly within?: string;
  /** Who may open it; absent: everybody signed in. */
  readonly roles?: readonly Role[];
  /** react-admin's path of the page, if it has one. */
  readonly canonical?: string;
  /** react-admin resource listed on the page. */
  readonly resource?: string;
  /** Place in the side menu: a line, head of a group, both (a group with its own page), or the foot. */
  readonly menu?: 'line' | 'group' | 'foot' | { readonly groupTitle: string };
  /** Place in the top menu, with its text's key under `shell.top`. */
  readonly top?: { readonly place: number; readonly title: string };
  /** Icon in menu and tile. */
  readonly icon?: IconName;
  /** Place among the twelve tiles. */
  readonly tile?: number;
  /** Title of the tile, if different. */
  readonly tileTitle?: string;
  /** The tile shows the resource's number of rows. */
  readonly counted?: boolean;
  /** The record the page is about, where `page` does not say it: its resource, and the path parameter that has its id. */
  readonly about?: { readonly resource: string; readonly id: string };
  /** Path parameters whose change leaves the page standing. */
  readonly passing?: readonly string[];
  /** Address of the create form; linked in the sub-header for those who may open it. */
  readonly create?: string;
  /** Address of the page where records are brought in from files; linked beside `create`. */
  readonly imports?: string;
  /** Groups whose pages also link here, though the specification's menu does not. */
  readonly listedUnder?: GroupPath | readonly GroupPath[];
  /** A page component, or the form or record of a resource. Absent: the list of `resource`. */
  readonly page?:
    | PageName
    | { readonly leadsTo: string }
    | { readonly form: 'create' | 'update'; readonly of: string }
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
