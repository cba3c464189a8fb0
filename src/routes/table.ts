import { rights } from '../contract/access.ts';
import type { AccidentStatus } from '../contract/states.ts';
import { accidents } from '../resources/accidents.ts';
import { imports } from '../resources/engine/imports.ts';
import { resources } from '../resources/index.ts';
import { operators } from '../resources/operators.ts';
import { vouchers } from '../resources/vouchers.ts';
import { type Resource, rolesForVerb } from '../schema/define.ts';
import type { IconName, Navigation } from '../schema/navigation.ts';
import type { RouteEntry } from './entry.ts';
import { accidentsPath } from './listAddress.ts';
import { fixedPaths } from './publicPages.ts';

const formPage = (
  resource: Resource,
  verb: 'create' | 'update',
  { path, canonical, title }: Pick<RouteEntry, 'path' | 'canonical' | 'title'>,
): readonly RouteEntry[] =>
  resource.form && resource.access[verb]
    ? [
        {
          path,
          canonical,
          title,
          crumb: 'own',
          roles: rolesForVerb(resource, verb),
          ...(verb === 'create' && { icon: 'add' as const }),
          page: { form: verb, resource: resource.name },
        },
      ]
    : [];

/**
 * Returns the route entries of a record's page and of its edit form. `listPath`: path of the list, if `path` does not
 * begin with it.
 */
const recordPages = (resource: Resource, path: string, listPath?: string): readonly RouteEntry[] => {
  const { name, access } = resource;
  return [
    {
      path: `${path}:id/`,
      canonical: `/${name}/:id/show`,
      title: `${name}Record`,
      crumb: 'always',
      ...(listPath && { listPath }),
      roles: access.read,
      page: { record: name },
    },
    ...formPage(resource, 'update', { path: `${path}:id/edit/`, canonical: `/${name}/:id`, title: `${name}Edit` }),
  ];
};

const resourcePages = (
  resource: Resource,
  { path, groups, topic, icon, menu, tilePosition }: Navigation,
): readonly RouteEntry[] => {
  const { name, form, access, list } = resource;
  return [
    {
      path,
      canonical: `/${name}`,
      resource: name,
      title: name,
      crumb: 'always',
      roles: access.read,
      icon,
      ...(menu && { menu: 'line' as const }),
      ...(tilePosition !== undefined && { tile: tilePosition, showsRowCount: true }),
      listedUnder: groups,
      ...(topic && { topic }),
      ...(form && access.create && { createPath: `${path}create/` }),
    },
    ...formPage(resource, 'create', { path: `${path}create/`, canonical: `/${name}/create`, title: `${name}Create` }),
    ...(list.rowPath ? [] : recordPages(resource, path)),
  ];
};

/** Returns the route entries (list, create, record, edit) of all resources whose description has a `navigation`. */
const resourceRoutes = (resources: Readonly<Record<string, Resource>>): readonly RouteEntry[] =>
  Object.values(resources).flatMap(resource =>
    resource.navigation ? resourcePages(resource, resource.navigation) : [],
  );

const bucketPage = (status: AccidentStatus, title: string, icon: IconName, tilePosition: number): RouteEntry => ({
  path: accidentsPath(status),
  canonical: `/accidents-${status}`,
  resource: `accidents-${status}`,
  title,
  crumb: 'always',
  roles: accidents.access.read,
  menu: 'line',
  icon,
  tile: tilePosition,
  showsRowCount: true,
});

/** All pages after sign-in, in the order of the side menu. Pages without sign-in are in `publicRoutes`. */
export const routeTable: readonly RouteEntry[] = [
  {
    path: fixedPaths.home,
    canonical: '/',
    title: 'dashboard',
    crumb: 'always',
    menu: 'line',
    topMenu: { position: 1, title: 'home' },
    icon: 'desk',
    page: 'dashboard',
  },

  {
    path: '/cabinet/cards/',
    title: 'cards',
    crumb: 'own',
    roles: vouchers.access.read,
    menu: 'group',
    icon: 'voucher',
    page: 'group',
  },
  {
    path: '/cabinet/cards/list/',
    canonical: '/vouchers',
    resource: 'vouchers',
    title: 'cardsList',
    crumb: 'always',
    roles: vouchers.access.read,
    menu: 'line',
    icon: 'voucher',
    tile: 1,
    showsRowCount: true,
    createPath: '/cabinet/cards/create/',
    importPath: '/cabinet/cards/import/',
  },
  {
    path: '/cabinet/cards/create/',
    canonical: '/vouchers/create',
    title: 'cardsCreate',
    crumb: 'never',
    roles: vouchers.access.create,
    menu: 'line',
    icon: 'add',
    tile: 2,
    page: { form: 'create', resource: 'vouchers' },
  },
  {
    path: '/cabinet/cards/import/',
    title: 'imports',
    crumb: 'always',
    roles: imports.access.create,
    icon: 'import',
    listedUnder: ['/cabinet/cards/', '/cabinet/admin/'],
    page: 'imports',
  },
  {
    path: '/cabinet/cards/import/:id/',
    title: 'import',
    crumb: 'always',
    roles: imports.access.create,
    shownRecord: { resource: imports.name, id: 'id' },
    page: 'import',
  },
  ...recordPages(vouchers, '/cabinet/cards/', '/cabinet/cards/list/'),

  {
    path: '/cabinet/accidents/',
    title: 'accidents',
    crumb: 'never',
    roles: accidents.access.read,
    menu: 'group',
    topMenu: { position: 3, title: 'accidents' },
    icon: 'accident',
    page: 'group',
  },
  { ...bucketPage('opened', 'accidentsOpened', 'accident', 3), createPath: '/cabinet/accidents/create/' },
  bucketPage('closed', 'accidentsClosed', 'done', 4),
  bucketPage('notvalid', 'accidentsNotvalid', 'mini', 5),
  {
    path: '/cabinet/accidents/create/',
    title: 'accidentsCreate',
    crumb: 'never',
    roles: accidents.access.create,
    icon: 'add',
    page: 'accidentCreate',
  },
  {
    path: '/cabinet/accidents/:status/',
    title: 'accidentsUnknown',
    crumb: 'own',
    roles: accidents.access.read,
    page: 'unknownStatus',
  },
  {
    path: '/cabinet/accidents/:status/:id/:objectId',
    title: 'accident',
    crumb: 'own',
    roles: accidents.access.read,
    // Another person may move the accident to another bucket while its page is open. The page then stays mounted.
    volatileParams: ['status'],
    page: 'accident',
  },

  {
    path: '/cabinet/scoring/',
    title: 'scoringList',
    crumb: 'always',
    roles: rights.scoring,
    menu: { groupTitle: 'scoring' },
    icon: 'scoring',
    tile: 6,
    tileTitle: 'scoring',
    canonical: '/scoring',
    resource: 'scoring',
    showsRowCount: true,
    page: 'scoringList',
  },
  {
    path: '/cabinet/scoring/:voucherId/',
    title: 'scoringVoucher',
    crumb: 'always',
    roles: rights.scoring,
    shownRecord: { resource: vouchers.name, id: 'voucherId' },
    page: 'scoringVoucher',
  },
  {
    path: '/cabinet/scoring/:voucherId/trips/:tripId/',
    title: 'scoringTrip',
    crumb: 'always',
    roles: rights.scoring,
    shownRecord: { resource: vouchers.name, id: 'voucherId' },
    page: 'scoringTrip',
  },

  {
    path: '/cabinet/users/',
    title: 'users',
    crumb: 'own',
    roles: operators.access.read,
    menu: 'group',
    icon: 'users',
    page: 'group',
  },
  {
    path: '/cabinet/users/operators/',
    canonical: '/operators',
    resource: 'operators',
    title: 'operators',
    crumb: 'always',
    roles: operators.access.read,
    menu: 'line',
    icon: 'users',
    tile: 8,
    showsRowCount: true,
    createPath: '/cabinet/users/create-operator/',
  },
  {
    path: '/cabinet/users/create-operator/',
    canonical: '/operators/create',
    title: 'createOperator',
    crumb: 'never',
    roles: operators.access.create,
    menu: 'line',
    icon: 'addUser',
    tile: 7,
    page: { form: 'create', resource: 'operators' },
  },
  ...recordPages(operators, '/cabinet/users/operators/'),
  {
    path: '/cabinet/users/create/',
    title: 'createOperator',
    crumb: 'never',
    roles: operators.access.create,
    page: { redirectTo: '/cabinet/users/create-operator/' },
  },
  {
    path: '/cabinet/users/registrations/',
    title: 'registrations',
    crumb: 'always',
    roles: rights.registrations,
    icon: 'addUser',
    listedUnder: '/cabinet/users/',
    page: 'registrations',
  },

  {
    path: '/cabinet/screener/',
    title: 'screener',
    crumb: 'always',
    topMenu: { position: 2, title: 'screener' },
    icon: 'screener',
    tile: 10,
    page: 'screener',
  },
  {
    path: '/cabinet/exports/',
    title: 'exports',
    crumb: 'always',
    icon: 'export',
    tile: 11,
    listedUnder: 'everyGroup',
    page: 'exports',
  },
  { path: '/user/', title: 'user', crumb: 'always', page: 'personalData' },
  { path: '/user/activity/', title: 'activity', crumb: 'always', page: 'activity' },
  { path: '/user/application/', title: 'settings', crumb: 'always', icon: 'settings', tile: 12, page: 'settings' },

  {
    path: '/cabinet/billing/',
    title: 'billing',
    crumb: 'always',
    roles: rights.billing,
    icon: 'billing',
    listedUnder: ['/cabinet/cards/', '/cabinet/admin/'],
    topic: 'systems',
    page: 'billing',
  },

  {
    path: '/cabinet/admin/',
    title: 'admin',
    crumb: 'always',
    roles: rights.administration,
    menu: 'foot',
    icon: 'dictionary',
    page: 'group',
  },
  {
    path: '/cabinet/admin/texts/',
    title: 'texts',
    crumb: 'always',
    roles: rights.texts,
    icon: 'texts',
    listedUnder: '/cabinet/admin/',
    topic: 'work',
    page: 'texts',
  },
  ...resourceRoutes(resources),
];
