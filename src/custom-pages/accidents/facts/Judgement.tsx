import { useTranslate } from 'ra-core';
import type { CrashFacts } from '../../../contract/shapes/accident.ts';
import { judgementLines } from '../../../kinds/impact.ts';
import { useLanguage } from '../useLanguage.ts';
import { FactLines } from './FactLines.tsx';

/** How likely it was a crash and why, how sure its figures are, and what they may mean for people. */
export const Judgement = ({ facts }: { facts: CrashFacts }) => {
  const lines = judgementLines(facts, useTranslate(), useLanguage());
  return lines.length > 0 && <FactLines lines={lines} />;
};
