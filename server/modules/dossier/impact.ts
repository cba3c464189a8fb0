import {
  deviceLines,
  directionText,
  doubtSentences,
  figureLines,
  hasCurve,
  judgementLines,
} from '../../../src/resources/accidents/impact.ts';
import { formatNumber } from '../../../src/schema/kinds/format.ts';
import type { Plot, Section } from './document.ts';
import type { CaseData } from './gather.ts';
import type { Texts } from './texts.ts';

/** Section with the measured values and the conclusions, and the limits of both. */
export const impactSection = ({ say, locale }: Texts, { accident }: CaseData): Section => {
  const { Facts: facts, Source: source } = accident;
  const byDevice = source === 'device';
  const g = (value: number) => formatNumber(value, 1, locale);
  const severity = say(`accident.severity.${facts.Severity ?? 'unknown'}`);
  const recorded = hasCurve(facts);
  const repeats = facts.SameAs === null ? [] : [say('accident.facts.sameAs', { id: facts.SameAs })];
  return {
    kind: 'impact',
    title: say('accident.tabs.facts'),
    lead: recorded
      ? `${say('accident.facts.class')}: ${severity}. ${say('accident.facts.thresholds', { minor: g(facts.MinorFromG), major: g(facts.MajorFromG) })}`
      : say(byDevice ? 'accident.facts.noCurve' : 'accident.facts.reported', { source }),
    figures: recorded || facts.SpeedBeforeKmh !== null ? figureLines(facts, say, locale) : [],
    lines: [
      ...(recorded ? judgementLines(facts, say, locale) : []),
      ...(byDevice ? deviceLines(facts, source, say, locale) : []),
    ],
    notes: [...repeats, ...(recorded ? doubtSentences(facts, say, locale) : [])],
    directionDeg: recorded ? facts.DirectionDeg : null,
    direction: recorded ? directionText(facts, say) : '',
    severity: facts.Severity,
  };
};

const scaleMetres = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000];

export const trackSection = ({ say, locale }: Texts, { accident, map }: CaseData): Section => {
  const text = (key: string, values?: Record<string, string>) => say(`accident.map.${key}`, values);
  const metres = Object.fromEntries(
    scaleMetres.map(length => [
      length,
      length < 1000
        ? text('metres', { n: formatNumber(length, 0, locale) })
        : text('kilometres', { n: formatNumber(length / 1000, 0, locale) }),
    ]),
  );
  return {
    kind: 'track',
    title: say('accident.map.title'),
    track: map.Track,
    impact: map.Latitude === null || map.Longitude === null ? null : [map.Latitude, map.Longitude],
    severity: accident.Facts.Severity,
    texts: {
      before: text('before'),
      after: text('after'),
      impact: text('impact'),
      start: text('start'),
      end: text('end'),
      north: text('northLetter'),
      none: `${text('none')}. ${text('noneHelp')}`,
    },
    metres,
  };
};

// Colours as on the screen.
const colours = { Longitudinal: '#1F5EFF', Lateral: '#D9660F', Vertical: '#7B4BD6', Resultant: '#17202A' } as const;

/** Time around the impact, seconds, in which a pulse of a tenth of a second can be read. */
const nearS = 0.5;

const nearImpact = (time: readonly number[], series: Plot['series']): Omit<Plot, 'label'>[] => {
  const [first = 0, last = 0] = [time[0], time[time.length - 1]];
  // The whole recording is short enough already.
  if (last - first <= 4 * nearS) return [];
  const from = time.findIndex(at => at >= -nearS);
  const to = time.findLastIndex(at => at <= nearS) + 1;
  if (from < 0 || to - from < 2) return [];
  const cut = (values: readonly number[]) => values.slice(from, to);
  return [{ time: cut(time), series: series.map(each => ({ ...each, values: cut(each.values) })) }];
};

export const curvesSection = ({ say, locale }: Texts, { accident, curves }: CaseData): Section => {
  const series = (Object.keys(colours) as (keyof typeof colours)[]).map(name => ({
    label: say(`accident.curves.${name}`),
    colour: colours[name],
    values: curves[name],
  }));
  const speed = { label: say('accident.curves.Speed'), colour: '#17202A', values: curves.Speed };
  const reduced =
    curves.Time.length < curves.Samples
      ? ` (${say('accident.curves.reduced', { shown: formatNumber(curves.Time.length, 0, locale), total: formatNumber(curves.Samples, 0, locale) })})`
      : '';
  const acceleration = say('accident.curves.acceleration');
  const near = say('accident.clock.views.seconds', { n: formatNumber(nearS, 1, locale) });
  const plots = [
    { label: acceleration + reduced, time: curves.Time, series },
    ...nearImpact(curves.Time, series).map(plot => ({ ...plot, label: `${acceleration}, ${near}` })),
    { label: say('accident.curves.speed'), time: curves.SpeedTime, series: [speed] },
  ];
  const none = accident.Source === 'device' ? 'accident.curves.noneHelp' : 'accident.curves.noDevice';
  return {
    kind: 'curves',
    title: say('accident.curves.title'),
    plots: plots.filter(({ time }) => time.length > 1),
    timeLabel: say('accident.curves.time.impact'),
    impactLabel: say('accident.clock.impact'),
    none: curves.Time.length === 1 ? say('accident.curves.single') : say(none),
  };
};
