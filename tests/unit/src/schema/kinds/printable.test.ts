import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { jsPDF } from 'jspdf';
import { expect, it } from 'vitest';
import { makePrintableText } from '../../../../../src/schema/kinds/printable.ts';
import { cpuMsOf } from '../../../../support/cpu.ts';

const pdf = new jsPDF();
const file = createRequire(import.meta.url).resolve('@expo-google-fonts/pt-sans/400Regular/PTSans_400Regular.ttf');
pdf.addFileToVFS('it.ttf', readFileSync(file).toString('base64'));
pdf.addFont('it.ttf', 'it', 'normal');
const shown = makePrintableText(pdf.setFont('it'));

it('prepares a text of half a million characters in time that grows with its length alone', async () => {
  const text = 'а\t👨‍👩‍👧\u200b'.repeat(50_000);
  const tookMs = await cpuMsOf(() => expect(shown(text)).toBe('а ◊◊'.repeat(50_000)));
  // Ten times the usual time. One call of the segmenter for the whole text would take minutes.
  expect(tookMs).toBeLessThan(20_000);
});

it.each([254, 255, 256, 257])('finds whole graphemes around the %d-th character', length => {
  const before = 'а'.repeat(length);
  expect(shown(`${before}👨‍👩‍👧🇷🇺и\u0306👍🏽`)).toBe(`${before}◊◊й◊`);
  expect(shown(`\t${before}${'\u0323'.repeat(600)}я`)).toBe(` ${before}◊◊◊я`);
});
