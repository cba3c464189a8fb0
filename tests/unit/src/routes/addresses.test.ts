import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { tilesFor } from '../../../../src/custom-pages/dashboard/Dashboard.tsx';
import { listNames } from '../../../../src/dataProvider/locate.ts';
import { breadcrumbsOf } from '../../../../src/layout/frame/SubHeader.tsx';
import { accidents } from '../../../../src/resources/accidents.ts';
import { operators } from '../../../../src/resources/operators.ts';
import { webhooks } from '../../../../src/resources/webhooks.ts';
import { matchRoute } from '../../../../src/routes/match.ts';
import { menuFor, pagesOfGroup } from '../../../../src/routes/menu.ts';
import { redirectOf, toCanonical, toPublic, toPublicAddress } from '../../../../src/routes/pathMap.ts';
import { publicRoutes } from '../../../../src/routes/publicPages.ts';
import { scriptOf } from '../../../../src/routes/scripts.ts';
import { routeTable } from '../../../../src/routes/table.ts';
import { recordPathById } from '../../../../src/schema/addresses.ts';

const titles = (path: string) => breadcrumbsOf(path).map(({ title }) => title);

describe('breadcrumbs', () => {
  it.each([
    ['/cabinet/dashboard/', ['dashboard']],
    ['/cabinet/cards/', ['cards']],
    ['/cabinet/cards/list', ['cardsList']],
    ['/cabinet/accidents/opened/', ['accidentsOpened']],
    ['/cabinet/accidents/sideways/', ['accidentsUnknown']],
    ['/cabinet/scoring/17/', ['scoringList', 'scoringVoucher']],
    ['/cabinet/scoring/17/trips/3/', ['scoringList', 'scoringVoucher', 'scoringTrip']],
    ['/cabinet/users/', ['users']],
    ['/cabinet/users/operators/', ['operators']],
    ['/cabinet/screener/', ['screener']],
    ['/user/application/', ['user', 'settings']],
    ['/cabinet/nowhere/', []],
  ])('of %s', (path, expected) => {
    expect(titles(path)).toEqual(expected);
  });

  it('leave out groups and create paths', () => {
    for (const path of [
      ...['/', '/cabinet/', '/cabinet/accidents/', '/cabinet/accidents/create/', '/cabinet/cards/create/'],
      ...['/cabinet/users/create/', '/cabinet/users/create-operator/'],
    ])
      expect([path, titles(path)]).toEqual([path, []]);
    expect(titles('/cabinet/users/operators/')).toEqual(['operators']);
    expect(titles('/cabinet/accidents/opened/42/obj-1')).toEqual(['accidentsOpened', 'accident']);
  });

  it('name an accident by its number and lead back to its list', () => {
    const [list, accident] = breadcrumbsOf('/cabinet/accidents/closed/42/obj-1');
    expect(list).toMatchObject({ title: 'accidentsClosed', path: '/cabinet/accidents/closed/' });
    expect(accident).toMatchObject({ title: 'accident', params: { id: '42', objectId: 'obj-1' } });
  });
});

const table = [...Object.values(publicRoutes), ...routeTable];
const mapped = table.flatMap(({ path, canonical }) => (canonical ? [[canonical, path] as const] : []));

describe('the path map', () => {
  it.each(mapped)('leads %s to %s and back', (canonical, path) => {
    expect(toPublic(canonical)).toBe(path);
    expect(toCanonical(path)).toBe(canonical);
    expect(toCanonical(path.replace(/\/$/, ''))).toBe(canonical);
  });

  it('names the same page however often it is applied', () => {
    for (const [canonical, path] of mapped) {
      expect(toCanonical(toCanonical(path))).toBe(canonical);
      expect(toPublic(toPublic(canonical))).toBe(path);
    }
  });

  it('leaves what react-admin has no name for', () => {
    expect(toPublic('/cabinet/accidents/opened/7/abc')).toBe('/cabinet/accidents/opened/7/abc');
    expect(toCanonical('/cabinet/nowhere/')).toBe('/cabinet/nowhere/');
    // The path is no record of the vouchers, whose paths have the same prefix.
    expect(toCanonical('/cabinet/cards/import/')).toBe('/cabinet/cards/import/');
  });

  it('redirects a canonical address typed by hand, but not the root, which is public too', () => {
    expect(redirectOf('/vouchers')).toBe('/cabinet/cards/list/');
    expect(redirectOf('/accidents-closed/')).toBe('/cabinet/accidents/closed/');
    expect(redirectOf('/')).toBeUndefined();
    expect(redirectOf('/cabinet/cards/list/')).toBeUndefined();
  });

  it('keeps query and hash', () => {
    expect(toPublicAddress('/vouchers?page=2#x')).toBe('/cabinet/cards/list/?page=2#x');
    expect(toPublicAddress('?page=2')).toBe('?page=2');
  });
});

const outline = (roles: readonly string[]) =>
  menuFor(roles).map(({ title, lines }) => [title, lines.map(line => line.title)]);

describe('the side menu', () => {
  it('shows a manager everything, in the order of the specification', () => {
    expect(outline(['MANAGER'])).toEqual([
      ['dashboard', []],
      ['cards', ['cardsList', 'cardsCreate']],
      ['accidents', ['accidentsOpened', 'accidentsClosed', 'accidentsNotvalid']],
      ['scoring', ['scoringList']],
      ['users', ['operators', 'createOperator', 'clients']],
    ]);
  });

  it('shows anybody else the desk and the accidents', () => {
    expect(outline(['OPERATOR']).map(([title]) => title)).toEqual(['dashboard', 'accidents']);
    expect(outline([]).map(([title]) => title)).toEqual(['dashboard', 'accidents']);
    // The specification says “only when roles include MANAGER”.
    expect(outline(['SUPERUSER']).map(([title]) => title)).toEqual(['dashboard', 'accidents']);
    expect(outline(['MANAGER', 'SUPERUSER'])).toEqual(outline(['MANAGER']));
  });
});

describe('the pages of a group', () => {
  const linked = (group: string, roles: readonly string[]) => {
    const entry = routeTable.find(({ path }) => path === group);
    return entry ? pagesOfGroup(entry, roles).map(({ path }) => path) : [];
  };
  it('lead to past imports, bulk changes and exports too, for whoever may open them', () => {
    const many = ['/cabinet/cards/import/', '/cabinet/exports/', '/cabinet/bulk/'];
    for (const group of ['/cabinet/cards/', '/cabinet/admin/'])
      expect(linked(group, ['MANAGER'])).toEqual(expect.arrayContaining(many));
    for (const group of ['/cabinet/accidents/', '/cabinet/users/'])
      expect(linked(group, ['MANAGER']).slice(-2)).toEqual(many.slice(1));
    expect(linked('/cabinet/accidents/', ['OPERATOR'])).toEqual(expect.arrayContaining(many.slice(1)));
    expect(linked('/cabinet/cards/', ['OPERATOR'])).not.toContain('/cabinet/cards/import/');
  });
  it('lead to devices, quarantine and billing from the vouchers and from the settings', () => {
    for (const group of ['/cabinet/cards/', '/cabinet/admin/'])
      expect(linked(group, ['MANAGER', 'SUPERUSER'])).toEqual(
        expect.arrayContaining(['/cabinet/devices/', '/cabinet/devices/quarantine/', '/cabinet/billing/']),
      );
  });
});

describe('the tiles', () => {
  it('are twelve for a manager, and six for an operator, none of which leads to a refusal', () => {
    expect(tilesFor(['MANAGER'])).toHaveLength(12);
    expect(tilesFor(['OPERATOR'])).toHaveLength(6);
    for (const role of ['MANAGER', 'OPERATOR'] as const)
      for (const { path } of tilesFor([role])) {
        const page = matchRoute(path)?.entry;
        expect(page?.path).toBe(path);
        expect(page?.roles ?? [role]).toContain(role);
        if (page?.resource) expect(listNames()).toContain(page.resource);
      }
  });
});

describe('the route table', () => {
  it('prefers a fixed path to one with parameters', () => {
    for (const entry of routeTable.filter(({ path }) => !path.includes(':')))
      expect(matchRoute(entry.path)?.entry.path).toBe(entry.path);
    expect(matchRoute('/cabinet/accidents/closed')?.entry.title).toBe('accidentsClosed');
    expect(matchRoute('/cabinet/accidents/other/')?.entry.title).toBe('accidentsUnknown');
    expect(matchRoute('/accidents-opened')?.entry.title).toBe('accidentsOpened');
    expect(matchRoute('/cabinet/')).toBeUndefined();
  });
});

it('leads to a record by its number alone where its address asks for no more', () => {
  expect(recordPathById(operators, 7)).toBe('/cabinet/users/operators/7/');
  expect(recordPathById(webhooks, 3)).toBe('/cabinet/admin/webhooks/3/');
  // The path of an accident needs its bucket and its object.
  expect(recordPathById(accidents, 100023)).toBeUndefined();
});

const drawn = readFileSync('src/app/pages.tsx', 'utf8');
const named = routeTable.flatMap(entry => (typeof entry.page === 'string' ? [[entry.page, entry] as const] : []));

it.each(named)('the script that is sent along for %s is the one that draws it', (page, entry) => {
  const [, file] =
    new RegExp(`\\b${page}: lazyComponent\\([^)]*\\) =>\\s+import\\('[^']*/(\\w+)\\.tsx'\\)`).exec(drawn) ?? [];
  expect(scriptOf(entry)).toBe(file);
});
