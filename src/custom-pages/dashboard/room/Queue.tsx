import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Room } from '../../../contract/calls/room.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { Bars } from './Bars.tsx';
import { ExplainedTitle, FigureLink } from './FigureLink.tsx';

/** The colours are those of aging rows in the list. */
const colours = ['action.disabled', 'text.secondary', 'severity.minor', 'error.main'];

/** New accidents by age, and overdue calls. */
export const Queue = ({ room }: { room: Room }) => {
  const { translate } = useI18n();
  const t = (key: string, values = {}) => translate(`room.waiting.${key}`, values);
  const ageOf = ({ FromHours: from, ToHours: to }: Room['Waiting'][number]) =>
    to === null ? t('over', { from }) : from === 0 ? t('under', { to }) : t('between', { from, to });
  return (
    <>
      <ExplainedTitle title={t('title')} about={t('about')} />
      <Bars
        bars={room.Waiting.map((figure, at) => ({
          key: String(figure.FromHours),
          label: ageOf(figure),
          value: <FigureLink figure={figure} label={`${t('title')}, ${ageOf(figure)}`} about={t('about')} />,
          parts: [[figure.Count, colours[at] ?? 'error.main']],
        }))}
      />
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, mt: 1.5 }}>
        <Typography color={room.Overdue.Count > 0 ? 'error' : undefined}>{t('overdue')}</Typography>
        <FigureLink figure={room.Overdue} label={t('overdue')} about={t('overdueAbout')} />
      </Box>
    </>
  );
};

/** Time to the first call of clients. */
export const FirstContact = ({ room }: { room: Room }) => {
  const { translate, locale } = useI18n();
  const t = (key: string) => translate(`room.contact.${key}`);
  const { MedianMin, Of } = room.FirstContact;
  return (
    <>
      <ExplainedTitle title={t('title')} about={t('about')} />
      <Typography variant="h1" component="p">
        {MedianMin === null
          ? '—'
          : new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', maximumFractionDigits: 1 }).format(
              MedianMin,
            )}
      </Typography>
      <Typography color="textSecondary" variant="body2" sx={{ mb: 1 }}>
        {MedianMin === null ? t('none') : t('median')}
      </Typography>
      <Bars
        bars={Of.map(figure => ({
          key: figure.List,
          label: t(`of.${figure.List}`),
          value: <FigureLink figure={figure} label={`${t('title')}, ${t(`of.${figure.List}`)}`} about={t('about')} />,
          parts: [[figure.Count, 'primary.main']],
        }))}
      />
    </>
  );
};

/** Outcomes of the crashes of a month. */
export const Outcomes = ({ room: { Outcomes: outcomes } }: { room: Room }) => {
  const { translate } = useI18n();
  const t = (key: string) => translate(`room.outcomes.${key}`);
  const bars = [
    ['confirmed', outcomes.Confirmed, 'primary.main'],
    ['notConfirmed', outcomes.NotConfirmed, 'severity.minor'],
    ['mini', outcomes.Mini, 'action.disabled'],
  ] as const;
  return (
    <>
      <ExplainedTitle title={t('title')} about={t('about')} />
      <Bars
        bars={bars.map(([key, figure, colour]) => ({
          key,
          label: t(key),
          value: <FigureLink figure={figure} label={t(key)} about={t('about')} large />,
          parts: [[figure.Count, colour]],
        }))}
      />
    </>
  );
};
