import { useTranslate } from 'react-admin';
import type { CrashFacts } from '../../../contract/shapes/accident.ts';
import { judgementLines } from '../../../resources/accidents/impact.ts';
import { useLanguage } from '../useLanguage.ts';
import { FactLines } from './FactLines.tsx';

/** Probability of a crash with its reasons, uncertainty of the figures, and injury risk. */
export const CrashAssessment = ({ facts }: { facts: CrashFacts }) => {
  const lines = judgementLines(facts, useTranslate(), useLanguage());
  return lines.length > 0 && <FactLines lines={lines} />;
};
