import { styled } from '@mui/material/styles';
import { textOf } from '../kinds/value.ts';
import type { FieldProps, Kind } from './kind.ts';
import { text } from './text.tsx';

// Above the link that covers the row.
const Anchor = styled('a')({
  position: 'relative',
  zIndex: 1,
  paddingBlock: 4,
  // Rows have tints, on which a colour of its own would be too weak.
  color: 'inherit',
  fontVariantNumeric: 'tabular-nums',
  textDecoration: 'underline',
  textDecorationColor: 'color-mix(in srgb, currentColor 40%, transparent)',
  textUnderlineOffset: 3,
  '&:hover': { textDecorationColor: 'currentColor' },
});

const contactCell =
  (address: (value: string) => string) =>
  ({ row, name }: FieldProps) => {
    const value = textOf(row, name);
    return value === undefined ? null : (
      <Anchor href={address(value)} title={value}>
        {value}
      </Anchor>
    );
  };

const PhoneCell = contactCell(value => `tel:${value.replace(/[^+\d]/g, '')}`);
const EmailCell = contactCell(value => `mailto:${value}`);

export const phone: Kind = { ...text, width: 13, Cell: PhoneCell, Display: PhoneCell };
export const email: Kind = { ...text, width: 18, Cell: EmailCell, Display: EmailCell };
