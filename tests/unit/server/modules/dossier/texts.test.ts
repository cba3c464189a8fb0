import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { jsPDF } from 'jspdf';
import { expect, it } from 'vitest';
import { entryCells } from '../../../../../server/modules/dossier/history.ts';
import { textsFor } from '../../../../../server/modules/dossier/texts.ts';
import type { AuditRow } from '../../../../../src/contract/shapes/audit.ts';
import { accidents } from '../../../../../src/resources/accidents.ts';

const titles: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  carParts: { 2: 'Задний бампер', 18: 'Задние фонари' },
  damageDescriptions: { 1: 'Царапина' },
};
const words = textsFor(
  { read: () => ({ texts: { 'dossier.title': 'Досье' } }) } as unknown as Parameters<typeof textsFor>[0],
  { title: (_: string, dictionary: string, id: number) => titles[dictionary]?.[id] ?? '' } as unknown as Parameters<
    typeof textsFor
  >[1],
  'ru',
  'UTC',
);

it('names the damage of each part in words, not by ids', () => {
  const said = (Damages: readonly string[]) => words.value('Damages', accidents.fields.Damages, { Damages });
  expect(said(['2:1', '18:1'])).toBe('Задний бампер: царапина, Задние фонари: царапина');
  expect(said([])).toBe('—');
});

it('tells an old value from the new one with signs that its typeface has', () => {
  const row = { at: '2026-01-15T10:00:00.000Z', actorName: 'Калинин', action: 'update', reason: '' };
  const changes = [{ field: 'City', before: 'Москва', after: 'Тверь' }];
  const [, , what] = entryCells(words, { ...row, changes } as unknown as AuditRow);
  const pdf = new jsPDF();
  const file = createRequire(import.meta.url).resolve('@expo-google-fonts/pt-sans/400Regular/PTSans_400Regular.ttf');
  pdf.addFileToVFS('it.ttf', readFileSync(file).toString('base64'));
  pdf.addFont('it.ttf', 'it', 'normal');
  const { metadata } = pdf.setFont('it').getFont() as unknown as {
    metadata: { characterToGlyph: (code: number) => number };
  };
  expect(what).toMatch(/Москва \S Тверь/);
  const missing = [...what.replaceAll('\n', '')].filter(sign => !metadata.characterToGlyph(sign.charCodeAt(0)));
  expect(missing).toEqual([]);
});

it.each([
  ['Text', '2026-01-15T10:00:00Z', '2026-01-15T10:00:00Z'],
  ['Comment', '2026-13-45T99:00', '2026-13-45T99:00'],
  ['FileName', '1e999', '1e999'],
  ['Caption', 'null', 'null'],
  ['City', 'device', 'device'],
  ['OperatorId', '2026-01-15T10:00:00Z', '2026-01-15T10:00:00Z'],
  ['LockedUntil', '2026-01-15T10:00:00Z', '15.01.2026 10:00'],
  ['LockedUntil', '2026-13-45T99:00', '2026-13-45T99:00'],
  ['DateTimeOfNextCall', '2026-01-15T10:00:00Z', '15.01.2026 10:00'],
  ['DateTimeOfNextCall', 'завтра', 'завтра'],
  ['Altitude', 12.3456, '12,35'],
  ['Latitude', 55.75, '55,75000'],
])('shows %s: %s in the history as its field is described, never as it looks', (field, after, said) => {
  const row = { at: '2026-01-15T10:00:00.000Z', actorName: '', action: 'x', reason: '' };
  const [, , what] = entryCells(words, { ...row, changes: [{ field, before: null, after }] } as unknown as AuditRow);
  expect(what).toBe(`x\n${field}: ${said}`);
});
