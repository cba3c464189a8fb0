import { type Resource, roleFor } from '../schema/define.ts';
import type { Place } from '../schema/place.ts';
import type { RouteEntry } from './entry.ts';

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
          roles: roleFor(resource, verb),
          ...(verb === 'create' && { icon: 'add' as const }),
          page: { form: verb, of: resource.name },
        },
      ]
    : [];

/** Returns the pages for a record of the resource and its form. `within`: path of the list, if it is no prefix. */
export const recordPages = (resource: Resource, path: string, within?: string): readonly RouteEntry[] => {
  const { name, access } = resource;
  return [
    {
      path: `${path}:id/`,
      canonical: `/${name}/:id/show`,
      title: `${name}Record`,
      crumb: 'always',
      ...(within && { within }),
      roles: access.read,
      page: { record: name },
    },
    ...formPage(resource, 'update', { path: `${path}:id/edit/`, canonical: `/${name}/:id`, title: `${name}Edit` }),
  ];
};

const pagesOf = (resource: Resource, { path, under, icon, menu, tile }: Place): readonly RouteEntry[] => {
  const { name, form, access } = resource;
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
      ...(tile !== undefined && { tile, counted: true }),
      listedUnder: under,
      ...(form && access.create && { create: `${path}create/` }),
    },
    ...formPage(resource, 'create', { path: `${path}create/`, canonical: `/${name}/create`, title: `${name}Create` }),
    ...recordPages(resource, path),
  ];
};

/** Returns the pages of resources with a `place`: list, create, record, edit. */
export const placedRoutes = (resources: Readonly<Record<string, Resource>>): readonly RouteEntry[] =>
  Object.values(resources).flatMap(resource => (resource.place ? pagesOf(resource, resource.place) : []));
