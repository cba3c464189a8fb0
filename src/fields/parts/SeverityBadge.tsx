import CircleOutlined from '@mui/icons-material/CircleOutlined';
import ReportOutlined from '@mui/icons-material/ReportOutlined';
import WarningAmber from '@mui/icons-material/WarningAmber';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { type Severity, severities } from '../../contract/states.ts';
import { IconText } from './Figure.tsx';

/** Shapes of the severities. Circle, triangle and octagon are distinguishable without colour. */
const shapes = { mini: CircleOutlined, minor: WarningAmber, major: ReportOutlined } as const;

export const isSeverity = (value: string): value is Severity => severities.some(severity => severity === value);

export const SeverityBadge = ({ severity, children }: { severity: Severity; children: string }) => {
  const { palette } = useTheme();
  return (
    <Box component="span" sx={{ color: palette.severityText[severity], fontWeight: 'fontWeightMedium' }}>
      <IconText icon={shapes[severity]} color={palette.severity[severity]}>
        {children}
      </IconText>
    </Box>
  );
};
