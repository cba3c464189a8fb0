import { type Place, type Resource, roleFor } from '../resources/define.ts';
import type { RouteEntry } from './entry.ts';

const pagesOf = (resource: Resource, { path, under, icon, menu }: Place): readonly RouteEntry[] => {
  const { name, form, access } = resource;
  const formPath = (verb: 'create' | 'update', at: string, canonical: string, title: string): readonly RouteEntry[] =>
    form && access[verb]
      ? [{ path: at, canonical, title, crumb: 'own', roles: roleFor(resource, verb), page: { form: verb, of: name } }]
      : [];
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
      listedUnder: under,
      ...(form && access.create && { create: `${path}create/` }),
    },
    ...formPath('create', `${path}create/`, `/${name}/create`, `${name}Create`),
    {
      path: `${path}:id/`,
      canonical: `/${name}/:id/show`,
      title: `${name}Record`,
      crumb: 'always',
      roles: access.read,
      page: { record: name },
    },
    ...formPath('update', `${path}:id/edit/`, `/${name}/:id`, `${name}Edit`),
  ];
};

/** Pages of resources with a `place`: list, create, record, edit. */
export const placedRoutes = (resources: Readonly<Record<string, Resource>>): readonly RouteEntry[] =>
  Object.values(resources).flatMap(resource => (resource.place ? pagesOf(resource, resource.place) : []));
