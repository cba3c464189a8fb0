import type { ExtraTexts } from '../texts.ts';

export const voucher: ExtraTexts['voucher'] = {
  failed: 'It did not load.',
  device: {
    now: 'Device now',
    none: 'There is no device. It is fitted by “Actions → Device fitted”.',
    imei: 'IMEI',
    model: 'Model',
    sim: 'SIM number',
    since: 'At work since',
    lastMessage: 'Last data',
    never: 'no data yet',
    alien: 'not our stock',
    line: 'Life line',
    lineHelp: 'Telemetry belongs to whoever had the device at its moment, even if it came later.',
    lineEmpty: 'No device has worked under this voucher yet.',
    vehicle: 'Vehicle',
    from: 'From',
    to: 'To',
    still: 'to this day',
    unscored: 'not scored',
  },
  accidents: { title: 'Accidents: %{count}', empty: 'There were no accidents under this voucher.', column: 'Accident' },
  scoring: {
    title: 'No score yet',
    text: 'Score, trend and explanation come with scoring. Trips are counted already.',
    trips: 'Trips',
    distance: 'Distance, km',
    first: 'First trip',
    last: 'Last trip',
    score: 'Score',
  },
};
