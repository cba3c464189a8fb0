import type { Image } from '../../../src/contract/shapes/accident.ts';
import type { LoggedCall } from '../../../src/contract/shapes/loggedCall.ts';
import {
  assessmentLines,
  deviceLines,
  directionText,
  doubtSentences,
  figureLines,
  hasCurve,
  severityBoundsText,
  severityKey,
  shownDirectionDeg,
} from '../../../src/resources/accidents/impact.ts';
import { reconstructionLines } from '../../../src/resources/accidents/reconstruction.ts';
import { reporterText } from '../../../src/resources/accidents/reporter.ts';
import { formatNumber, formatPosition, formatSpan } from '../../../src/schema/kinds/format.ts';
import type { CaseData } from './caseData.ts';
import type { Document, Photo, Plot, Section } from './document.ts';
import { entryCells, fieldLabel } from './history.ts';
import type { PictureFile } from './input.ts';
import { insuredLines, interviewLines, summaryLines, vehicleLines } from './lines.ts';
import type { Texts } from './texts.ts';

/** Section with the measured values, the conclusions, and notes on how far both can be trusted. */
const impactSection = ({ say, locale }: Texts, { accident }: CaseData): Section => {
  const { Facts: facts, Source: source } = accident;
  const isFromDevice = source === 'device';
  const severity = say(severityKey(facts));
  const hasRecording = hasCurve(facts);
  const repeatNotes = facts.SameAs === null ? [] : [say('accident.facts.sameAs', { id: facts.SameAs })];
  return {
    kind: 'impact',
    title: say('accident.tabs.facts'),
    leadText: hasRecording
      ? `${say('accident.facts.class')}: ${severity}. ${severityBoundsText(facts, say, locale)}`
      : say(isFromDevice ? 'accident.facts.noCurve' : 'accident.facts.reported', {
          source: reporterText(source, locale),
        }),
    figures: hasRecording || facts.SpeedBeforeKmh !== null ? figureLines(facts, say, locale) : [],
    lines: hasRecording ? assessmentLines(facts, say, locale) : [],
    notes: [...repeatNotes, ...(hasRecording ? doubtSentences(facts, say, locale) : [])],
    directionDeg: hasRecording ? shownDirectionDeg(facts) : null,
    direction: hasRecording ? directionText(facts, say) : '',
    severity: facts.Severity,
  };
};

const scaleLengthsM = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000];

const trackSection = ({ say, locale }: Texts, { accident, map }: CaseData): Section => {
  const text = (key: string, values?: Record<string, string>) => say(`accident.map.${key}`, values);
  const scaleLabels = Object.fromEntries(
    scaleLengthsM.map(lengthM => [
      lengthM,
      lengthM < 1000
        ? text('metres', { n: formatNumber(lengthM, 0, locale) })
        : text('kilometres', { n: formatNumber(lengthM / 1000, 0, locale) }),
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
    scaleLabels,
  };
};

// Colours of the curves, the same as on the accident's page.
const colours = { Longitudinal: '#1F5EFF', Lateral: '#D9660F', Vertical: '#7B4BD6', Resultant: '#17202A' } as const;

/** Seconds before and after the impact that the second plot shows. A pulse of a tenth of a second is readable there. */
const nearImpactS = 0.5;

const nearImpactPlots = (time: readonly number[], series: Plot['series']): Omit<Plot, 'label'>[] => {
  const [first = 0, last = 0] = [time[0], time[time.length - 1]];
  // A short recording needs no second plot, because the first plot shows the time around the impact well enough.
  if (last - first <= 4 * nearImpactS) return [];
  const from = time.findIndex(at => at >= -nearImpactS);
  const to = time.findLastIndex(at => at <= nearImpactS) + 1;
  if (from < 0 || to - from < 2) return [];
  const sliceRange = <T>(values: readonly T[]) => values.slice(from, to);
  return [{ time: sliceRange(time), series: series.map(curve => ({ ...curve, values: sliceRange(curve.values) })) }];
};

const curvesSection = ({ say, locale }: Texts, { accident, curves }: CaseData): Section => {
  const series = (Object.keys(colours) as (keyof typeof colours)[]).map(name => ({
    label: say(`accident.curves.${name}`),
    colour: colours[name],
    values: curves[name],
  }));
  const speed = { label: say('accident.curves.Speed'), colour: '#17202A', values: curves.Speed };
  const reducedNote =
    curves.Time.length < curves.Samples
      ? ` (${say('accident.curves.reduced', { shown: formatNumber(curves.Time.length, 0, locale), total: formatNumber(curves.Samples, 0, locale) })})`
      : '';
  const accelerationLabel = say('accident.curves.acceleration');
  const nearLabel = say('accident.clock.views.seconds', { n: formatNumber(nearImpactS, 1, locale) });
  const plots = [
    { label: accelerationLabel + reducedNote, time: curves.Time, series },
    ...nearImpactPlots(curves.Time, series).map(plot => ({ ...plot, label: `${accelerationLabel}, ${nearLabel}` })),
    { label: say('accident.curves.speed'), time: curves.SpeedTime, series: [speed] },
  ];
  const emptyTextKey = accident.Source === 'device' ? 'accident.curves.noneHelp' : 'accident.curves.noDevice';
  return {
    kind: 'curves',
    title: say('accident.curves.title'),
    plots: plots.filter(({ time }) => time.length > 1),
    timeLabel: say('accident.curves.time.impact'),
    impactLabel: say('accident.clock.impact'),
    emptyText: curves.Time.length === 1 ? say('accident.curves.single') : say(emptyTextKey),
  };
};

const reconstructionSection = ({ say, locale }: Texts, { accident, reconstruction }: CaseData): Section => {
  const text = (key: string) => say(`accident.reconstruction.${key}`);
  const { Time: time, Speed, SpeedFrom, SpeedTo } = reconstruction;
  return {
    kind: 'reconstruction',
    title: text('title'),
    lines: reconstructionLines(reconstruction, accident.Facts, say, locale),
    note: text('note'),
    plot: Speed.every(speed => speed === null)
      ? null
      : {
          label: say('accident.curves.speed'),
          time,
          series: [
            { label: text('speed'), colour: '#17202A', values: Speed },
            { label: text('low'), colour: '#93A1AF', values: SpeedFrom },
            { label: text('high'), colour: '#93A1AF', values: SpeedTo },
          ],
        },
    timeLabel: say('accident.curves.time.impact'),
    impactLabel: say('accident.clock.impact'),
  };
};

export interface DossierInfo {
  readonly number: number;
  readonly company: string;
  readonly author: string;
  readonly madeAt: string;
  readonly stateSha256: string;
  readonly keySha256: string;
}

/** Appendix for people who check the evidence: facts about the recording and the document, and SHA-256 sums. */
const appendixSection = (
  texts: Texts,
  { accident, images }: CaseData,
  pictures: readonly PictureFile[],
  info: DossierInfo,
): Section => {
  const { say, locale } = texts;
  const { Facts: facts, Source: source } = accident;
  return {
    kind: 'lines',
    title: say('dossier.appendix'),
    lines: [
      ...(source === 'device' ? deviceLines(facts, source, say, locale) : []),
      [say('dossier.madeAt'), texts.exactMoment(info.madeAt)],
      [say('dossier.madeBy'), info.author],
      [say('dossier.state'), info.stateSha256],
      [say('dossier.key'), info.keySha256],
      ...images.map((image, at) => [`SHA-256 ${pictures[at]!.path}`, image.OriginalSha256] as const),
    ],
    notes: [say('dossier.aboutHelp'), say('dossier.absentHelp')],
  };
};

const toPhoto = (texts: Texts, { accident }: CaseData, image: Image, { path }: PictureFile): Photo => {
  const { say, locale, moment } = texts;
  const takenText = () => {
    if (image.TakenAt === null) return say('accident.images.noTime');
    const seconds = (Date.parse(image.TakenAt) - Date.parse(accident.CrashDateTime)) / 1000;
    const key = seconds < 0 ? 'accident.images.takenBefore' : 'accident.images.takenAfter';
    return say(key, { when: moment(image.TakenAt), span: formatSpan(seconds, locale) });
  };
  const facts = [
    image.Cut ? say('accident.images.cut') : '',
    say('accident.images.sent', { name: image.AuthorName, when: moment(image.CreatedAt) }),
    `${image.Width} × ${image.Height}`,
    takenText(),
    image.Latitude === null || image.Longitude === null ? '' : formatPosition(image.Latitude, image.Longitude, locale),
  ];
  return {
    id: image.Id,
    path,
    title: [path, image.FileName, image.Caption].filter(Boolean).join(' · '),
    rotationDeg: image.Rotation,
    facts: facts.filter(Boolean).join(' · '),
    unreadableText: say('dossier.notShown'),
  };
};

const callCells = ({ say, moment, title }: Texts, call: LoggedCall): readonly [string, string, string] => {
  const entryTitle = (dictionary: 'callResults' | 'callReasons' | 'contactPersonStatuses', id: number | null) =>
    id === null ? '' : title(dictionary, id) || String(id);
  const details = [
    entryTitle('callResults', call.ResultId),
    entryTitle('callReasons', call.ReasonId),
    entryTitle('contactPersonStatuses', call.ContactPersonStatusId),
    call.DateTimeOfNextCall && say('accident.calls.again', { when: moment(call.DateTimeOfNextCall) }),
  ];
  return [
    moment(call.At),
    call.AuthorName,
    [details.filter(Boolean).join(' · '), call.Comment].filter(Boolean).join('\n'),
  ];
};

const callAndNoteSections = (texts: Texts, { notes, calls }: CaseData): Section[] => {
  const { say, moment } = texts;
  const head = [say('dossier.when'), say('dossier.who')];
  const widths = [20, 26, 100];
  return [
    {
      kind: 'table',
      title: say('dossier.calls'),
      head: [...head, say('dossier.call')],
      widths,
      rows: calls.map(call => callCells(texts, call)),
      emptyText: say('dossier.noCalls'),
    },
    {
      kind: 'table',
      title: say('accident.tabs.notes'),
      head: [...head, fieldLabel(texts, 'Text')],
      widths,
      rows: notes.map(note => [
        moment(note.CreatedAt),
        note.AuthorName,
        note.UpdatedAt === note.CreatedAt
          ? note.Text
          : `${note.Text}\n(${say('accident.notes.edited', { when: moment(note.UpdatedAt) })})`,
      ]),
      emptyText: say('accident.notes.empty'),
    },
  ];
};

/** Composes the pages of the dossier. All figures and texts equal those of the accident's page. */
export const composeDocument = (
  texts: Texts,
  data: CaseData,
  pictures: readonly PictureFile[],
  info: DossierInfo,
): Document => {
  const { say, locale } = texts;
  const title = say('dossier.title', { id: data.accident.CrashUniqueIdentifier });
  const version = say('dossier.version', { number: formatNumber(info.number, 0, locale) });
  const photos = data.images.map((image, at) => toPhoto(texts, data, image, pictures[at]!));
  return {
    locale,
    title,
    subtitle: say('dossier.subtitle', { company: info.company, version, when: texts.moment(info.madeAt) }),
    footerText: `${title} · ${version} · ${info.stateSha256.slice(0, 16)}`,
    pageText: say('dossier.page'),
    sections: [
      { kind: 'lines', title: say('dossier.summary'), lines: summaryLines(texts, data) },
      { kind: 'lines', title: say('dossier.insured'), lines: insuredLines(texts, data) },
      { kind: 'lines', title: say('dossier.vehicle'), lines: vehicleLines(texts, data) },
      impactSection(texts, data),
      trackSection(texts, data),
      curvesSection(texts, data),
      ...(data.accident.Source === 'device' ? [reconstructionSection(texts, data)] : []),
      {
        kind: 'lines',
        title: say('dossier.interview'),
        lines: interviewLines(texts, data),
      },
      ...callAndNoteSections(texts, data),
      { kind: 'photos', title: say('accident.tabs.images'), photos, emptyText: say('accident.images.empty') },
      {
        kind: 'table',
        title: say('accident.tabs.history'),
        head: [say('dossier.when'), say('dossier.who'), say('dossier.what')],
        widths: [20, 26, 100],
        rows: data.history.map(row => entryCells(texts, row)),
        emptyText: say('accident.history.empty'),
      },
      appendixSection(texts, data, pictures, info),
    ],
  };
};
