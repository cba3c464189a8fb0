import { styled } from '@mui/material/styles';
import type { Locale } from '../i18n/locale.ts';
import { useLanguage } from '../i18n/useLanguage.ts';
import { dialled, readablePhone } from '../schema/kinds/phone.ts';
import { textOf } from '../schema/kinds/value.ts';
import type { FieldProps, Kind } from './kind.ts';
import { text } from './text.tsx';

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
