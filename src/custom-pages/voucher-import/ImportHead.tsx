import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { formatMoment, formatNumber } from '../../fields/format.ts';
import { choiceLabel, fieldLabel, useI18n } from '../../fields/useI18n.ts';
import { imports } from '../../resources/engine/imports.ts';
import type { Import } from './queries.ts';

const colours = {
  uploaded: 'default',
  checking: 'info',
  checked: 'default',
  importing: 'info',
  done: 'success',
  undoing: 'info',
  undone: 'default',
} as const;

interface Props {
  readonly row: Import;
  /** The file's name as a heading or a link. */
  readonly children: ReactNode;
}

export const ImportHead = ({ row, children }: Props) => {
  const i18n = useI18n();
  const { translate, locale } = i18n;
  const facts = [
    translate('imports.rows', { n: formatNumber(row.Rows, 0, locale) }),
    // The state “Checked” alone does not show that wrong rows prevent the import, so their number is shown too.
    ...(row.State === 'checked' && row.WrongRows
      ? [`${fieldLabel(imports, 'WrongRows', i18n).toLowerCase()}: ${formatNumber(row.WrongRows, 0, locale)}`]
      : []),
    row.Author,
    formatMoment(new Date(row.CreatedAt), locale),
  ];
  return (
    <Box sx={{ overflowWrap: 'anywhere' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
        {children}
        <Chip
          size="small"
          variant="outlined"
          color={row.Error === null ? colours[row.State] : 'error'}
          label={choiceLabel(imports, 'State', row.State, i18n)}
        />
      </Box>
      <Typography color="textSecondary">{facts.join(' · ')}</Typography>
    </Box>
  );
};
