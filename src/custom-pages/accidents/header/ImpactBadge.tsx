import Chip from '@mui/material/Chip';
import { useTranslate } from 'react-admin';
import type { CrashFacts } from '../../../contract/shapes/accident.ts';
import { formatNumber } from '../../../fields/format.ts';
import { SeverityBadge } from '../../../fields/parts/SeverityBadge.tsx';
import { isFaulty } from '../../../resources/accidents/impact.ts';
import { useLanguage } from '../useLanguage.ts';

/** Severity of the impact, as in the list, with its peak. */
export const ImpactBadge = ({ facts }: { facts: CrashFacts }) => {
  const { Severity, PeakG } = facts;
  const translate = useTranslate();
  const locale = useLanguage();
  if (!Severity) {
    const faulty = isFaulty(facts);
    const unknown = translate(faulty ? 'accident.facts.unreliable' : 'accident.header.impactUnknown');
    return <Chip size="small" variant="outlined" color={faulty ? 'warning' : 'default'} label={unknown} />;
  }
  const peak = PeakG === null ? '' : `, ${formatNumber(PeakG, 2, locale)} ${translate('accident.units.g')}`;
  const text = translate('accident.header.impact', { severity: translate(`accident.severity.${Severity}`) });
  return (
    <Chip
      size="small"
      variant="outlined"
      label={<SeverityBadge severity={Severity}>{text + peak}</SeverityBadge>}
      sx={({ palette }) => ({ borderColor: palette.severity[Severity], '& .MuiChip-label': { display: 'flex' } })}
    />
  );
};
