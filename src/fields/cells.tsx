import './parts/parts.css';
import LockOutlined from '@mui/icons-material/LockOutlined';
import { styled } from '@mui/material/styles';
import type { Locale } from '../i18n/locale.ts';
import { useLanguage } from '../i18n/useLanguage.ts';
import type { Field } from '../schema/fields.ts';
import { catalogueText, choiceText, exportCellOf, positionText, quantityText } from '../schema/kinds/cell.ts';
import { dialled, readablePhone } from '../schema/kinds/phone.ts';
import { dayOf, momentOf, numberOf, textOf } from '../schema/kinds/value.ts';
import { choices, contains, dayRange, momentRange, numberRange, records, yesNo } from './filters/lazy.ts';
import type { FieldProps, Kind } from './kind.ts';
import { Code, Figure, IconText, TimeFigure } from './parts/Figure.tsx';
import { useI18n } from './useI18n.ts';
import './parts/parts.css';
import Star from '@mui/icons-material/Star';
import Box from '@mui/material/Box';
import type { ComponentType, ReactNode } from 'react';
import { serverNow } from '../api/clock.ts';
import { useCurrentMinute } from '../components/useCurrentMinute.ts';
import { type KindsOf, rulesOf } from '../schema/kinds/kinds.ts';
import { useChoiceReader } from './dictionary.ts';
import { formatDay, formatDuration, formatMoment, formatRelative, formatSpan, zoneName } from './format.ts';
import { isSeverity, SeverityBadge } from './parts/SeverityBadge.tsx';

const boxPx = { width: 48, height: 16 };

/** Returns an SVG path through consecutive values. A missing value is a gap. */
export const trendPath = (values: readonly (number | null)[]): string => {
  const step = boxPx.width / Math.max(1, values.length - 1);
  return values
    .map((value, index) => {
      if (value === null) return '';
      const point = `${(index * step).toFixed(1)},${(boxPx.height * (1 - value / 100)).toFixed(1)}`;
      // A single value is a dot: a line of zero length with a round end.
      return (values[index - 1] ?? null) === null ? `M${point}h0` : `L${point}`;
    })
    .join('');
};

const ScoreTrend = ({ row, field }: FieldProps) => {
  const values = row[field.trendProperty as string];
  if (!Array.isArray(values)) return null;
  return (
    <svg
      style={{ verticalAlign: 'middle' }}
      width={boxPx.width}
      height={boxPx.height + 2}
      viewBox={`-1 -1 ${boxPx.width + 2} ${boxPx.height + 2}`}
      aria-hidden="true"
    >
      <path
        d={trendPath(values)}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        opacity="0.6"
      />
    </svg>
  );
};

/**
 * Returns the field kind for numbers in a fixed unit, such as km. Tables show the unit in the column header. Where
 * there is no header, the unit follows the number.
 */
const measure = (kind: KindsOf<'number'>, widthCh: number): Kind => {
  const unit = rulesOf(kind).unit;
  return {
    align: 'end',
    widthCh,
    Cell: props => <Figure>{quantityText(props, useI18n().locale)}</Figure>,
    Display: props => {
      const i18n = useI18n();
      const value = quantityText(props, i18n.locale);
      return <Figure>{value && unit ? `${value} ${catalogueText(i18n, `lists.units.${kind}`, unit)}` : value}</Figure>;
    },
    input: 'figure',
    ...numberRange,
  };
};

export const number = measure('number', 7.2);
export const money = measure('money', 10);
export const distance = measure('distance', 8);
export const speed = measure('speed', 7);
export const acceleration = measure('acceleration', 7);

const DurationCell = ({ row, name }: FieldProps) => {
  const seconds = numberOf(row, name);
  return <Figure>{seconds === undefined ? null : formatDuration(seconds)}</Figure>;
};

export const duration: Kind = {
  align: 'end',
  widthCh: 7,
  Cell: DurationCell,
  Display: DurationCell,
  input: 'figure',
  ...numberRange,
};

const scoreFigure = measure('score', 6);

/** A score. If the field names a trend, a line behind it shows the earlier scores, so that all numbers stand in one column. */
const Score = (props: FieldProps) => (
  <>
    <scoreFigure.Cell {...props} /> {props.field.trendProperty && <ScoreTrend {...props} />}
  </>
);

export const score: Kind = { ...scoreFigure, Cell: Score, Display: Score };

const Moment = ({ moment }: { moment: Date }) => {
  const { locale } = useI18n();
  return (
    <TimeFigure dateTime={moment.toISOString()} title={zoneName(locale)}>
      {formatMoment(moment, locale)}
    </TimeFigure>
  );
};

const Age = ({ moment }: { moment: Date }) => {
  const { locale } = useI18n();
  const minute = useCurrentMinute();
  return (
    <TimeFigure dateTime={moment.toISOString()} title={formatMoment(moment, locale)}>
      {formatSpan(Math.max(0, minute - moment.getTime()) / 1000, locale)}
    </TimeFigure>
  );
};

const DateTimeCell = ({ row, name, field }: FieldProps) => {
  const moment = momentOf(row, name);
  if (!moment) return null;
  return field.shownAsAge ? <Age moment={moment} /> : <Moment moment={moment} />;
};

/** Shows a time and then its distance from now, such as `5 min ago`. With `shownAsAge`, shows only the latter. */
const DateTimeDisplay = ({ row, name, field }: FieldProps) => {
  const { locale } = useI18n();
  const moment = momentOf(row, name);
  if (!moment) return null;
  if (field.shownAsAge) return <Age moment={moment} />;
  return (
    <>
      <Moment moment={moment} />{' '}
      <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {formatRelative(moment, new Date(serverNow()), locale)}
      </Box>
    </>
  );
};

export const dateTime: Kind = {
  align: 'start',
  widthCh: 15.05,
  Cell: DateTimeCell,
  Display: DateTimeDisplay,
  input: 'moment',
  ...momentRange,
};

const DateCell = ({ row, name }: FieldProps) => {
  const { locale } = useI18n();
  const day = dayOf(row, name);
  return day ? <TimeFigure dateTime={day}>{formatDay(day, locale)}</TimeFigure> : null;
};

export const date: Kind = { align: 'start', widthCh: 11, Cell: DateCell, Display: DateCell, input: 'day', ...dayRange };

/**
 * Returns a table cell that shows a choice in the present language. Titles from a dictionary may still have to load.
 */
const createChoiceCell = (draw: (text: string, props: FieldProps) => ReactNode): ComponentType<FieldProps> => {
  const drawChoice = (text: string | undefined, props: FieldProps) => (text === undefined ? null : draw(text, props));
  const OwnChoiceCell = (props: FieldProps) => drawChoice(choiceText(props, useI18n()), props);
  const DictionaryCell = (props: FieldProps) => drawChoice(choiceText(props, useChoiceReader(props.field)), props);
  return props => (props.field.dictionary ? <DictionaryCell {...props} /> : <OwnChoiceCell {...props} />);
};

const OptionCell = createChoiceCell(text => <span title={text}>{text}</span>);

export const option: Kind = {
  align: 'start',
  widthCh: 12,
  Cell: OptionCell,
  Display: OptionCell,
  input: 'choice',
  ...choices,
};

const StatusChip = ({ children }: { children: string }) => (
  <span className="pill" title={children}>
    {children}
  </span>
);

type Tone = NonNullable<Field['tone']>;

const tones: { readonly [T in Tone]: (value: string, text: string) => ReactNode } = {
  severity: (value, text) =>
    isSeverity(value) ? <SeverityBadge severity={value}>{text}</SeverityBadge> : <StatusChip>{text}</StatusChip>,
  work: (_, text) => <StatusChip>{text}</StatusChip>,
};

const StatusCell = createChoiceCell((text, { row, name, field: { tone = 'work', severityOf } }) => {
  const value = textOf(row, name) ?? '';
  return tones[tone](severityOf?.[value] ?? value, text);
});

export const status: Kind = { ...option, widthCh: 11.2, Cell: StatusCell, Display: StatusCell };

const BooleanCell = (props: FieldProps) => {
  const cell = exportCellOf(props, { ...useI18n(), zone: '' });
  if (cell.type !== 'boolean') return <span />;
  if (!props.field.trueIcon) return <span>{cell.text}</span>;
  return cell.value ? <Star role="img" titleAccess={cell.text} fontSize="inherit" color="warning" /> : null;
};

export const boolean: Kind = {
  align: 'start',
  widthCh: 7,
  Cell: BooleanCell,
  Display: BooleanCell,
  input: 'yesNo',
  ...yesNo,
};

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
