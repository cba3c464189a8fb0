import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { jsPDF } from 'jspdf';
import { expect, it } from 'vitest';
import { entryCells } from '../../../../../server/modules/dossier/changes.ts';
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
