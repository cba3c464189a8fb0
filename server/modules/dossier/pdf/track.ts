import { degreeLengths } from '../../../../src/schema/kinds/wgs84.ts';
import { eastwardDeg } from '../../../domain/geo.ts';
import type { Section } from '../document.ts';
import { colours, marginMm, type Sheet, severityColours, writeHeading, writeLabel, writeText } from './sheet.ts';

type TrackSection = Extract<Section, { kind: 'track' }>;
type Point = readonly [x: number, y: number];

const drawingMm = 76;
/** Smallest extent of a drawing, metres, because fixes of a standing car jitter. */
const minExtentM = 60;
const lineColours = { before: '#1F5EFF', after: '#D9660F' } as const;

const projectTrack = ({ track, impact }: TrackSection) => {
  const origin = impact ?? (track[0] ? ([track[0][1], track[0][2]] as const) : undefined);
  if (!origin) return undefined;
  const { eastM, northM } = degreeLengths(origin[0]);
  const toMetres = (latitude: number, longitude: number): Point => [
    eastwardDeg(origin[1], longitude) * eastM,
    (origin[0] - latitude) * northM,
  ];
  const points = track.map(([offsetS, latitude, longitude]) => ({ offsetS, at: toMetres(latitude, longitude) }));
  return { points, impact: impact ? ([0, 0] as Point) : undefined };
};

/** Converts metres to positions on the page, so that the whole track is to scale, north up. */
const fitToBox = (points: readonly Point[], box: { left: number; top: number; width: number; height: number }) => {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [minX, maxX] = [Math.min(...xs), Math.max(...xs)];
  const [minY, maxY] = [Math.min(...ys), Math.max(...ys)];
  const mmPerM = Math.min(
    box.width / (Math.max(minExtentM, maxX - minX) * 1.15),
    box.height / (Math.max(minExtentM, maxY - minY) * 1.15),
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

const drawDot = ({ pdf }: Sheet, [x, y]: Point, radius: number, colour: string): void => {
  pdf.setDrawColor('#FFFFFF').setFillColor(colour).setLineWidth(0.3).circle(x, y, radius, 'FD');
};

const drawScale = (sheet: Sheet, { scaleLabels, texts }: TrackSection, mmPerM: number, top: number): void => {
  const { pdf } = sheet;
  const [right, y] = [marginMm + sheet.width - 4, top + drawingMm - 4];
  const lengths = Object.keys(scaleLabels).map(Number);
  const scaleLengthM = lengths.findLast(lengthM => lengthM * mmPerM <= 45) ?? lengths[0]!;
  // The scale bar gets a white background, so that it is readable over the track.
  pdf.setFillColor('#FFFFFF').rect(right - scaleLengthM * mmPerM - 1.5, y - 5, scaleLengthM * mmPerM + 3, 6.5, 'F');
  pdf
    .setDrawColor(colours.text)
    .setLineWidth(0.5)
    .line(right - scaleLengthM * mmPerM, y, right, y);
  writeLabel(sheet, scaleLabels[scaleLengthM] ?? '', right, y - 1.5, { align: 'right', colour: colours.text });
  pdf.setFillColor(colours.text).triangle(right - 3, top + 4, right - 5, top + 10, right - 1, top + 10, 'F');
  writeLabel(sheet, texts.north, right - 3, top + 13.5, { align: 'center', colour: colours.text });
};

const drawLegend = (
  sheet: Sheet,
  { texts }: TrackSection,
  impactColour: string,
  hasTrack: boolean,
  hasImpact: boolean,
): void => {
  const { pdf } = sheet;
  let x = marginMm;
  const drawEntry = (text: string, draw: (x: number) => void) => {
    draw(x);
    writeLabel(sheet, text, x + 8, sheet.y, { colour: colours.text });
    x += 13 + pdf.getTextWidth(text);
  };
  const lineSample = (colour: string) => (from: number) =>
    void pdf
      .setDrawColor(colour)
      .setLineWidth(0.8)
      .line(from, sheet.y - 1, from + 6, sheet.y - 1);
  const dotSample = (colour: string) => (from: number) => drawDot(sheet, [from + 4, sheet.y - 1], 1.4, colour);
  if (hasTrack) {
    drawEntry(texts.before, lineSample(lineColours.before));
    drawEntry(texts.after, lineSample(lineColours.after));
    drawEntry(texts.start, dotSample(lineColours.before));
    drawEntry(texts.end, dotSample(lineColours.after));
  }
  if (hasImpact) drawEntry(texts.impact, dotSample(impactColour));
  sheet.y += 5;
};

export const writeTrack = (sheet: Sheet, section: TrackSection): void => {
  const projected = projectTrack(section);
  writeHeading(sheet, section.title, projected ? drawingMm + 10 : 10);
  if (!projected) {
    writeText(sheet, section.texts.none, { size: 9, colour: colours.muted });
    return;
  }
  const { pdf } = sheet;
  const top = sheet.y;
  const box = { left: marginMm, top, width: sheet.width, height: drawingMm };
  const allPoints = [...projected.points.map(({ at }) => at), ...(projected.impact ? [projected.impact] : [])];
  const { mmPerM, at } = fitToBox(allPoints, box);
  pdf.setFillColor(colours.shade).rect(box.left, top, box.width, box.height, 'F');
  const pointsBefore = projected.points.filter(({ offsetS }) => offsetS <= 0).map(point => at(point.at));
  const pointsAfter = projected.points.filter(({ offsetS }) => offsetS >= 0).map(point => at(point.at));
  const pagePoints = [...pointsBefore, ...pointsAfter];
  // The line after the impact begins at the last fix before the impact, so that there is no gap.
  drawLine(sheet, [...pointsBefore.slice(-1), ...pointsAfter], lineColours.after);
  drawLine(sheet, pointsBefore, lineColours.before);
  if (pagePoints.length > 0) {
    drawDot(sheet, pagePoints[0]!, 1.4, lineColours.before);
    drawDot(sheet, pagePoints[pagePoints.length - 1]!, 1.4, lineColours.after);
  }
  const impactColour = section.severity ? severityColours[section.severity] : colours.muted;
  if (projected.impact) drawDot(sheet, at(projected.impact), 2, impactColour);
  drawScale(sheet, section, mmPerM, top);
  pdf.setDrawColor(colours.line).setLineWidth(0.2).rect(box.left, top, box.width, box.height);
  sheet.y = top + box.height + 5;
  drawLegend(sheet, section, impactColour, pagePoints.length > 1, projected.impact !== undefined);
};
