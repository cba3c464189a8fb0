import type { ComponentType } from 'react';
import { Navigate } from 'react-router';
import { openExtra } from '../i18n/store.ts';

type Loader = () => Promise<{ default: ComponentType }>;

export const dashboard: Loader = () =>
  import('../custom-pages/dashboard/Dashboard.tsx').then(({ Dashboard }) => ({ default: Dashboard }));

export const accident: Loader = () =>
  import('../custom-pages/accidents/AccidentPage.tsx').then(({ AccidentPage }) => ({ default: AccidentPage }));

export const accidentCreate: Loader = () =>
  import('../custom-pages/accident-create/AccidentCreate.tsx').then(({ AccidentCreate }) => ({
    default: AccidentCreate,
  }));

export const exportsPage: Loader = () =>
  import('../custom-pages/exports/ExportsPage.tsx').then(({ ExportsPage }) => ({ default: ExportsPage }));

/** The pages of a person's own account come with words of their own. */
const withUserTexts =
  (load: Loader): Loader =>
  async () => {
    const [page] = await Promise.all([load(), openExtra('user')]);
    return page;
  };

export const personalData = withUserTexts(() =>
  import('../custom-pages/user/data/DataPage.tsx').then(({ DataPage }) => ({ default: DataPage })),
);

export const settings = withUserTexts(() =>
  import('../custom-pages/user/settings/SettingsPage.tsx').then(({ SettingsPage }) => ({ default: SettingsPage })),
);

export const registrations = withUserTexts(() =>
  import('../custom-pages/registrations/RegistrationsPage.tsx').then(({ RegistrationsPage }) => ({
    default: RegistrationsPage,
  })),
);

/** An address that only leads on. */
export const leadTo =
  (to: string): Loader =>
  async () => ({ default: () => <Navigate to={to} replace /> });

export const group: Loader = () =>
  import('../custom-pages/not-found/GroupPage.tsx').then(({ GroupPage }) => ({ default: GroupPage }));

export const unknownStatus: Loader = () =>
  import('../custom-pages/not-found/UnknownStatus.tsx').then(({ UnknownStatus }) => ({ default: UnknownStatus }));

export const notFound: Loader = () =>
  import('../custom-pages/not-found/NotFound.tsx').then(({ NotFound }) => ({ default: NotFound }));

/** The generated list of a resource; one of a split resource carries the split value in its name. */
export const list =
  (name: string): Loader =>
  () =>
    import('../screens/ResourceList.tsx').then(({ ResourceList }) => ({ default: () => <ResourceList name={name} /> }));

/** A page whose content is not there yet; it says what will be. */
export const coming =
  (text: string): Loader =>
  () =>
    import('../custom-pages/not-found/ComingPage.tsx').then(({ ComingPage }) => ({
      default: () => <ComingPage text={text} />,
    }));
