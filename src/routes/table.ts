import { managers } from '../contract/access.ts';
import { resources } from '../resources/index.ts';
import type { RouteEntry } from './entry.ts';
import { accident, coming, dashboard, group, list, unknownStatus } from './pages.tsx';

const vouchersRead = resources.vouchers.access.read;
const operatorsRead = resources.operators.access.read;

/** Every page, in the order of the side menu. */
export const routeTable: readonly RouteEntry[] = [
  {
    path: '/cabinet/dashboard/',
    canonical: '/',
    title: 'dashboard',
    crumb: 'always',
    menu: 'line',
    icon: 'desk',
    page: dashboard,
  },

  {
    path: '/cabinet/cards/',
    title: 'cards',
    crumb: 'own',
    roles: vouchersRead,
    menu: 'group',
    icon: 'voucher',
    page: group,
  },
  {
    path: '/cabinet/cards/list/',
    canonical: '/vouchers',
    resource: 'vouchers',
    title: 'cardsList',
    crumb: 'always',
    roles: vouchersRead,
    menu: 'line',
    icon: 'voucher',
    tile: 1,
    page: list('vouchers'),
  },
  {
    path: '/cabinet/cards/create/',
    canonical: '/vouchers/create',
    title: 'cardsCreate',
    crumb: 'never',
    roles: managers,
    menu: 'line',
    icon: 'add',
    tile: 2,
    page: coming('cardsCreate'),
  },

  { path: '/cabinet/accidents/', title: 'accidents', crumb: 'own', menu: 'group', icon: 'accident', page: group },
  {
    path: '/cabinet/accidents/opened/',
    canonical: '/accidents-opened',
    resource: 'accidents-opened',
    title: 'accidentsOpened',
    crumb: 'always',
    menu: 'line',
    icon: 'accident',
    tile: 3,
    counter: 'opened',
    page: list('accidents-opened'),
  },
  {
    path: '/cabinet/accidents/closed/',
    canonical: '/accidents-closed',
    resource: 'accidents-closed',
    title: 'accidentsClosed',
    crumb: 'always',
    menu: 'line',
    icon: 'done',
    tile: 4,
    counter: 'closed',
    page: list('accidents-closed'),
  },
  {
    path: '/cabinet/accidents/notvalid/',
    canonical: '/accidents-notvalid',
    resource: 'accidents-notvalid',
    title: 'accidentsNotvalid',
    crumb: 'always',
    menu: 'line',
    icon: 'mini',
    tile: 5,
    counter: 'notvalid',
    page: list('accidents-notvalid'),
  },
  { path: '/cabinet/accidents/:status/', title: 'accidentsUnknown', crumb: 'own', page: unknownStatus },
  { path: '/cabinet/accidents/:status/:id/:objectId', title: 'accident', crumb: 'own', page: accident },

  {
    path: '/cabinet/scoring/',
    title: 'scoringList',
    crumb: 'always',
    roles: managers,
    menu: { groupTitle: 'scoring' },
    icon: 'scoring',
    tile: 6,
    tileTitle: 'scoring',
    page: coming('scoring'),
  },
  {
    path: '/cabinet/scoring/:voucherId/',
    title: 'scoringVoucher',
    crumb: 'always',
    roles: managers,
    page: coming('scoringVoucher'),
  },

  { path: '/cabinet/users/', title: 'users', crumb: 'own', roles: managers, menu: 'group', icon: 'users', page: group },
  {
    path: '/cabinet/users/operators/',
    canonical: '/operators',
    resource: 'operators',
    title: 'operators',
    crumb: 'always',
    roles: operatorsRead,
    menu: 'line',
    icon: 'users',
    tile: 8,
    page: list('operators'),
  },
  {
    path: '/cabinet/users/create-operator/',
    canonical: '/operators/create',
    title: 'createOperator',
    crumb: 'never',
    roles: managers,
    menu: 'line',
    icon: 'addUser',
    tile: 7,
    page: coming('createOperator'),
  },
  {
    path: '/cabinet/users/clients/',
    title: 'clients',
    crumb: 'always',
    roles: managers,
    menu: 'line',
    icon: 'client',
    tile: 9,
    page: coming('clients'),
  },

  {
    path: '/cabinet/screener/',
    title: 'screener',
    crumb: 'always',
    icon: 'screener',
    tile: 10,
    page: coming('screener'),
  },
  { path: '/cabinet/exports/', title: 'exports', crumb: 'always', icon: 'export', tile: 11, page: coming('exports') },
  { path: '/user/', title: 'user', crumb: 'always', page: coming('user') },
  {
    path: '/user/application/',
    title: 'settings',
    crumb: 'always',
    icon: 'settings',
    tile: 12,
    page: coming('settings'),
  },
];

/** Where the program leads by itself. */
export const places = {
  home: '/cabinet/dashboard/',
  login: '/auth/login/',
  register: '/auth/register',
  forgot: '/auth/forgot',
} as const;
