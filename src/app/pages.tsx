import type { ComponentType } from 'react';
import { Navigate } from 'react-router';
import { part } from '../feedback/part.ts';

export const dashboard = part('Dashboard', () => import('../custom-pages/dashboard/Dashboard.tsx'));
export const accident = part('AccidentPage', () => import('../custom-pages/accidents/AccidentPage.tsx'));
export const accidentCreate = part(
  'AccidentCreate',
  () => import('../custom-pages/accident-create/AccidentCreate.tsx'),
);
export const exportsPage = part('ExportsPage', () => import('../custom-pages/exports/ExportsPage.tsx'));
export const group = part('GroupPage', () => import('../custom-pages/not-found/GroupPage.tsx'));
export const unknownStatus = part('UnknownStatus', () => import('../custom-pages/not-found/UnknownStatus.tsx'));
export const notFound = part('NotFound', () => import('../custom-pages/not-found/NotFound.tsx'));

export const personalData = part('DataPage', () => import('../custom-pages/user/data/DataPage.tsx'), 'user');
export const settings = part('SettingsPage', () => import('../custom-pages/user/settings/SettingsPage.tsx'), 'user');
export const registrations = part(
  'RegistrationsPage',
  () => import('../custom-pages/registrations/RegistrationsPage.tsx'),
  'user',
);

/** An address that only leads on. */
export const leadTo =
  (to: string): ComponentType =>
  () => <Navigate to={to} replace />;

const ResourceList = part('ResourceList', () => import('../screens/ResourceList.tsx'));
/** The generated list of a resource; one of a split resource carries the split value in its name. */
export const list =
  (name: string): ComponentType =>
  () => <ResourceList name={name} />;

const ComingPage = part('ComingPage', () => import('../custom-pages/not-found/ComingPage.tsx'));
/** A page whose content is not there yet; it says what will be. */
export const coming =
  (text: string): ComponentType =>
  () => <ComingPage text={text} />;
