import { describe, expect, it } from 'vitest';
import { tilesFor } from '../../../../src/custom-pages/dashboard/tiles.ts';
import { matchRoute } from '../../../../src/routes/match.ts';
import { menuFor, pagesOfGroup } from '../../../../src/routes/menu.ts';
import { routeTable } from '../../../../src/routes/table.ts';

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
});

describe('the tiles', () => {
  it('are twelve for a manager, and six for an operator, none of which leads to a refusal', () => {
    expect(tilesFor(['MANAGER'])).toHaveLength(12);
    expect(tilesFor(['OPERATOR'])).toHaveLength(6);
    expect(tilesFor(['OPERATOR']).every(({ roles }) => roles === undefined || roles.includes('OPERATOR'))).toBe(true);
  });
});

describe('the route table', () => {
  it('prefers a fixed path to one with parameters', () => {
    expect(matchRoute('/cabinet/accidents/closed')?.entry.title).toBe('accidentsClosed');
    expect(matchRoute('/cabinet/accidents/other/')?.entry.title).toBe('accidentsUnknown');
    expect(matchRoute('/accidents-opened')?.entry.title).toBe('accidentsOpened');
    expect(matchRoute('/cabinet/')).toBeUndefined();
  });
});
