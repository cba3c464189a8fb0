import { describe, expect, it } from 'vitest';
import { breadcrumbsOf } from '../../../../src/layout/frame/SubHeader.tsx';

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
