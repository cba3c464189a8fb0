import { degreeLengths } from '../../../../src/schema/kinds/wgs84.ts';
import type { Section } from '../document.ts';
import { colours, label, marginMm, type Sheet, severityColours, writeHeading, writeText } from './sheet.ts';

type TrackPart = Extract<Section, { kind: 'track' }>;
type Point = readonly [x: number, y: number];

const drawingMm = 76;
/** Smallest extent of a drawing, metres, because fixes of a standing car jitter. */
const smallestM = 60;
const lineColours = { before: '#1F5EFF', after: '#D9660F' } as const;

const marksOf = ({ track, impact }: TrackPart) => {
  const origin = impact ?? (track[0] ? ([track[0][1], track[0][2]] as const) : undefined);
  if (!origin) return undefined;
  const { eastM, northM } = degreeLengths(origin[0]);
  const metres = (latitude: number, longitude: number): Point => [
    (longitude - origin[1]) * eastM,
    (origin[0] - latitude) * northM,
  ];
  const points = track.map(([offsetS, latitude, longitude]) => ({ offsetS, at: metres(latitude, longitude) }));
  return { points, impact: impact ? ([0, 0] as Point) : undefined };
};

/** Converts metres to positions on the page, so that the whole track is to scale, north up. */
const toScale = (points: readonly Point[], box: { left: number; top: number; width: number; height: number }) => {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [minX, maxX] = [Math.min(...xs), Math.max(...xs)];
  const [minY, maxY] = [Math.min(...ys), Math.max(...ys)];
  const mmPerM = Math.min(
    box.width / (Math.max(smallestM, maxX - minX) * 1.15),
    box.height / (Math.max(smallestM, maxY - minY) * 1.15),
  );
  const centre = [box.left + box.width / 2, box.top + box.height / 2] as const;
  const at = ([x, y]: Point): Point => [
    centre[0] + (x - (minX + maxX) / 2) * mmPerM,
    centre[1] + (y - (minY + maxY) / 2) * mmPerM,
  ];
  return { mmPerM, at };
};

const drawLine = ({ pdf }: Sheet, points: readonly Point[], colour: string): void => {
  if (points.length < 2) return;
  pdf.setDrawColor(colour).setLineWidth(0.7);
  points.forEach((point, i) => {
    if (i === 0) pdf.moveTo(...point);
    else pdf.lineTo(...point);
  });
  pdf.stroke();
};

const dot = ({ pdf }: Sheet, [x, y]: Point, radius: number, colour: string): void => {
  pdf.setDrawColor('#FFFFFF').setFillColor(colour).setLineWidth(0.3).circle(x, y, radius, 'FD');
};

const drawScale = (sheet: Sheet, { metres, texts }: TrackPart, mmPerM: number, top: number): void => {
  const { pdf } = sheet;
  const [right, y] = [marginMm + sheet.width - 4, top + drawingMm - 4];
  const lengths = Object.keys(metres).map(Number);
  const length = lengths.findLast(each => each * mmPerM <= 45) ?? lengths[0]!;
  // White background, so that the scale is readable over the track.
  pdf.setFillColor('#FFFFFF').rect(right - length * mmPerM - 1.5, y - 5, length * mmPerM + 3, 6.5, 'F');
  pdf
    .setDrawColor(colours.text)
    .setLineWidth(0.5)
    .line(right - length * mmPerM, y, right, y);
  label(sheet, metres[length] ?? '', right, y - 1.5, { align: 'right', colour: colours.text });
  pdf.setFillColor(colours.text).triangle(right - 3, top + 4, right - 5, top + 10, right - 1, top + 10, 'F');
  label(sheet, texts.north, right - 3, top + 13.5, { align: 'center', colour: colours.text });
};

const drawLegend = (
  sheet: Sheet,
  { texts }: TrackPart,
  impactColour: string,
  hasTrack: boolean,
  hasImpact: boolean,
): void => {
  const { pdf } = sheet;
  let x = marginMm;
  const entry = (text: string, draw: (x: number) => void) => {
    draw(x);
    label(sheet, text, x + 8, sheet.y, { colour: colours.text });
    x += 13 + pdf.getTextWidth(text);
  };
  const line = (colour: string) => (from: number) =>
    void pdf
      .setDrawColor(colour)
      .setLineWidth(0.8)
      .line(from, sheet.y - 1, from + 6, sheet.y - 1);
  const point = (colour: string) => (from: number) => dot(sheet, [from + 4, sheet.y - 1], 1.4, colour);
  if (hasTrack) {
    entry(texts.before, line(lineColours.before));
    entry(texts.after, line(lineColours.after));
    entry(texts.start, point(lineColours.before));
    entry(texts.end, point(lineColours.after));
  }
  if (hasImpact) entry(texts.impact, point(impactColour));
  sheet.y += 5;
};

/** Draws the track to scale, before and after the impact, on a grid. */
export const writeTrack = (sheet: Sheet, section: TrackPart): void => {
  const marks = marksOf(section);
  writeHeading(sheet, section.title, marks ? drawingMm + 10 : 10);
  if (!marks) {
    writeText(sheet, section.texts.none, { size: 9, colour: colours.muted });
    return;
  }
  const { pdf } = sheet;
  const top = sheet.y;
  const box = { left: marginMm, top, width: sheet.width, height: drawingMm };
  const all = [...marks.points.map(({ at }) => at), ...(marks.impact ? [marks.impact] : [])];
  const { mmPerM, at } = toScale(all, box);
  pdf.setFillColor(colours.shade).rect(box.left, top, box.width, box.height, 'F');
  const before = marks.points.filter(({ offsetS }) => offsetS <= 0).map(point => at(point.at));
  const after = marks.points.filter(({ offsetS }) => offsetS >= 0).map(point => at(point.at));
  const whole = [...before, ...after];
  // The line after the impact begins at the last fix before the impact, so that there is no gap.
  drawLine(sheet, [...before.slice(-1), ...after], lineColours.after);
  drawLine(sheet, before, lineColours.before);
  if (whole.length > 0) {
    dot(sheet, whole[0]!, 1.4, lineColours.before);
    dot(sheet, whole[whole.length - 1]!, 1.4, lineColours.after);
  }
  const impactColour = section.severity ? severityColours[section.severity] : colours.muted;
  if (marks.impact) dot(sheet, at(marks.impact), 2, impactColour);
  drawScale(sheet, section, mmPerM, top);
  pdf.setDrawColor(colours.line).setLineWidth(0.2).rect(box.left, top, box.width, box.height);
  sheet.y = top + box.height + 5;
  drawLegend(sheet, section, impactColour, whole.length > 1, marks.impact !== undefined);
};
