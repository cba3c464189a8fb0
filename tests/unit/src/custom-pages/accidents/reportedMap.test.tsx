// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { DataProviderContext, testDataProvider } from 'react-admin';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as maps from '../../../../../src/components/map/TrackMap.tsx';
import type { AccidentDetail } from '../../../../../src/contract/shapes/accident.ts';
import { LeaseProvider } from '../../../../../src/custom-pages/accidents/lock/LeaseContext.tsx';
import { ReportedMap } from '../../../../../src/custom-pages/accidents/workbench/Workbench.tsx';
import { account, Stand } from '../../layout/frame.tsx';

const crashAt = '2026-01-15T09:30:00.000Z';
const reported = {
  ...{ Id: 1, ObjectId: 'o', CrashDateTime: crashAt, City: 'Пермь', Latitude: null, Longitude: null },
  ...{ LockedBy: null, LockedByName: null, LockedUntil: null },
} as unknown as AccidentDetail;

// There is no WebGL here. The words stand in the legend.
beforeEach(() => void vi.spyOn(maps, 'TrackMap').mockImplementation(({ legend }) => <>{legend}</>));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  account.Roles = ['MANAGER'];
});

/** Shows the map to a person of this role, while the device has sent these fixes. Returns the requests for fixes. */
const show = (
  role: 'MANAGER' | 'OPERATOR',
  fixes: readonly (readonly [seconds: number, kmh: number | null])[] = [],
) => {
  account.Roles = [role];
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.includes('/locations')) return Response.json(account);
    requests.push(address);
    return Response.json(fixes.map(([seconds, kmh]) => [Date.parse(crashAt) + seconds * 1000, 58, 56, kmh]));
  });
  render(
    <DataProviderContext.Provider value={testDataProvider() as never}>
      <Stand>
        <LeaseProvider accident={reported} userId={account.Id}>
          <ReportedMap accident={reported} />
        </LeaseProvider>
      </Stand>
    </DataProviderContext.Provider>,
  );
  return requests;
};

it('asks an operator without the lease to take the case, and requests no fixes', async () => {
  const requests = show('OPERATOR', [[0, 60]]);
  await screen.findByText('Возьмите дело в работу, чтобы увидеть, где была машина.');
  expect(requests).toEqual([]);
});

it.each([
  [
    'at that minute',
    [
      [-300, 20],
      [-40, 45],
      [90, 0],
    ],
    /^В это время машина была здесь, 45 км\/ч$/,
  ],
  [
    'only before',
    [
      [-3600, 20],
      [-300, null],
    ],
    /^Последнее известное место: за 5 мин\S* до аварии$/,
  ],
  [
    'nearer after than before',
    [
      [-600, 20],
      [120, 5],
    ],
    /^Ближайшее известное место: через 2 мин\S* после аварии, 5 км\/ч$/,
  ],
] as const)('names the fix nearest to the accident: %s', async (_where, fixes, words) => {
  show('MANAGER', fixes);
  await screen.findByText(words);
});

it('says that the place is unknown where the device sent no fixes, and keeps the named city', async () => {
  show('MANAGER');
  await screen.findByText(/^Где была машина, неизвестно/);
  expect(screen.getByText('Пермь')).toBeTruthy();
});
