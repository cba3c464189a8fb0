import type { PageName, RouteEntry } from './entry.ts';

/** Files that draw the pages no description can say, by name. */
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

/** Name of the file that draws what stands at an address; the build has the server send its script along with the page. */
export const scriptOf = ({ page, resource }: RouteEntry): string | undefined => {
  if (typeof page === 'string') return ofPages[page];
  if (page === undefined) return resource === undefined ? undefined : 'ResourceList';
  if ('record' in page) return 'RecordScreen';
  if ('form' in page) return page.form === 'create' ? 'CreateScreen' : 'EditScreen';
  return 'coming' in page ? 'ComingPage' : undefined;
};
