import ErrorIcon from '@mui/icons-material/Error';
import HelpOutlineIcon from '@mui/icons-material/HelpOutlined';
import InfoIcon from '@mui/icons-material/Info';
import WarningIcon from '@mui/icons-material/Warning';
import { Chip } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { Severity } from '../../../contract/states.ts';

const icons = { mini: InfoIcon, minor: WarningIcon, major: ErrorIcon } as const;

/** Class of the impact: word, icon and colour together. */
export const SeverityBadge = ({ severity }: { severity: Severity | null }) => {
  const translate = useTranslate();
  const Icon = severity ? icons[severity] : HelpOutlineIcon;
  return (
    <Chip
      size="small"
      variant="outlined"
      icon={<Icon aria-hidden />}
      label={translate(severity ? `accident.severity.${severity}` : 'accident.severity.unknown')}
      sx={({ palette }) => {
        const line = severity ? palette.severity[severity] : palette.text.secondary;
        return {
          color: severity ? palette.severityText[severity] : palette.text.secondary,
          borderColor: line,
          fontWeight: 'fontWeightMedium',
          '& .MuiChip-icon': { color: line },
        };
      }}
    />
  );
};
