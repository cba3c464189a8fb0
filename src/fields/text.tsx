import './parts/parts.css';
import LockOutlined from '@mui/icons-material/LockOutlined';
import { styled } from '@mui/material/styles';
import type { Locale } from '../i18n/locale.ts';
import { useLanguage } from '../i18n/useLanguage.ts';
import type { Field } from '../schema/fields.ts';
import { positionText } from '../schema/kinds/cell.ts';
import { dialled, readablePhone } from '../schema/kinds/phone.ts';
import { textOf } from '../schema/kinds/value.ts';
import { contains, records } from './filters/lazy.ts';
import type { FieldProps, Kind } from './kind.ts';
import { number } from './measure.tsx';
import { Code, Figure, IconText } from './parts/Figure.tsx';
import { useI18n } from './useI18n.ts';

const signIcons: { readonly [Sign in NonNullable<Field['icon']>]: typeof LockOutlined } = { lock: LockOutlined };

const TextCell = ({ row, name, field }: FieldProps) => {
  const value = textOf(row, name);
  if (value === undefined) return null;
  return field.icon ? <IconText icon={signIcons[field.icon]}>{value}</IconText> : <span title={value}>{value}</span>;
};

export const text: Kind = {
  align: 'start',
  widthCh: 10.8,
  Cell: TextCell,
  Display: TextCell,
  input: 'text',
  ...contains,
};

const CodeCell = ({ row, name }: FieldProps) => {
  const value = textOf(row, name);
  return <Code title={value}>{value}</Code>;
};

export const vin: Kind = { ...text, widthCh: 18, Cell: CodeCell, Display: CodeCell, input: 'code' };
export const imei: Kind = { ...text, widthCh: 15.6, Cell: CodeCell, Display: CodeCell, input: 'code' };

/**
 * Matches a Russian plate in either alphabet, as series and region. Foreign plates do not match and are shown unsplit.
 */
const russianPlate = /^(\p{L}\d{3}\p{L}{2}|\p{L}{2}\d{3,4}|\d{4}\p{L}{2})(\d{2,3})$/u;

const PlateMark = ({ children }: { children: string }) => {
  const [, series, region] = russianPlate.exec(children.replace(/\s/g, '')) ?? [];
  return (
    <span className="code plate" title={children}>
      <span>{series ?? children}</span>
      {region && <span>{region}</span>}
    </span>
  );
};

const PlateCell = ({ row, name }: FieldProps) => {
  const plate = textOf(row, name);
  return plate === undefined ? null : <PlateMark>{plate}</PlateMark>;
};

export const plate: Kind = { ...text, widthCh: 13, Cell: PlateCell, Display: PlateCell, input: 'code' };

const Anchor = styled('a')({
  // Enlarges the link's click area without moving its neighbours.
  paddingBlock: 4,
  // The link has no colour of its own, because that colour would have too little contrast on tinted rows.
  color: 'inherit',
  fontVariantNumeric: 'tabular-nums',
  textDecoration: 'underline',
  textDecorationColor: 'color-mix(in srgb, currentColor 40%, transparent)',
  textUnderlineOffset: 3,
  '&:hover': { textDecorationColor: 'currentColor' },
});

const createContactCell =
  (toHref: (value: string) => string, format = (value: string, _locale: Locale) => value) =>
  ({ row, name }: FieldProps) => {
    const locale = useLanguage();
    const value = textOf(row, name);
    if (value === undefined) return null;
    const shownText = format(value, locale);
    return (
      <Anchor href={toHref(value)} title={shownText}>
        {shownText}
      </Anchor>
    );
  };

const PhoneCell = createContactCell(value => `tel:${dialled(value)}`, readablePhone);
const EmailCell = createContactCell(value => `mailto:${value}`);

// The column is wide enough for `+7 900 000-00-00`, because operators read the number from the row.
export const phone: Kind = { ...text, widthCh: 15.4, Cell: PhoneCell, Display: PhoneCell, input: 'phone' };
export const email: Kind = { ...text, widthCh: 22.3, Cell: EmailCell, Display: EmailCell, input: 'email' };

const PositionCell = (props: FieldProps) => <Figure>{positionText(props, useI18n().locale)}</Figure>;

export const position: Kind = {
  align: 'start',
  widthCh: 30,
  Cell: PositionCell,
  Display: PositionCell,
  input: 'figure',
  ...contains,
};

const ReferenceCell = ({ row, name }: FieldProps) => {
  const title = textOf(row, name);
  return title === undefined ? null : <span title={title}>{title}</span>;
};

/** Shows the title of a referenced record. Titles may have any length, so outside tables they wrap. */
const ReferenceDisplay = ({ row, name }: FieldProps) => textOf(row, name);

export const reference: Kind = {
  ...number,
  align: 'start',
  Cell: ReferenceCell,
  Display: ReferenceDisplay,
  input: 'record',
  ...records,
};
