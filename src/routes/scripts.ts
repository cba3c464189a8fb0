import type { PageName, RouteEntry } from './entry.ts';

/** Source files of pages without a description. */
const ofPages: { readonly [Name in PageName]: string } = {
  dashboard: 'Dashboard',
  group: 'GroupPage',
  accident: 'AccidentPage',
  accidentCreate: 'AccidentCreate',
  unknownStatus: 'UnknownStatus',
  registrations: 'RegistrationsPage',
  exports: 'ExportsPage',
  personalData: 'DataPage',
  settings: 'SettingsPage',
};

/** Source file of a route's page; the server sends preload links for its script. */
export const scriptOf = ({ page, resource }: RouteEntry): string | undefined => {
  if (typeof page === 'string') return ofPages[page];
  if (page === undefined) return resource === undefined ? undefined : 'ResourceList';
  if ('record' in page) return 'RecordScreen';
  if ('form' in page) return page.form === 'create' ? 'CreateScreen' : 'EditScreen';
  return 'coming' in page ? 'ComingPage' : undefined;
};
