import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { serverNow } from '../../../api/clock.ts';
import type { CallTimes } from '../../../contract/shapes/accident.ts';
import { DateBox } from '../../../fields/dates/DateBox.tsx';
import { formatTime } from '../../../fields/format.ts';
import { minuteMs } from '../../../schema/kinds/time.ts';
import { wallClock } from '../../../schema/kinds/zone.ts';
import { useCallTimes } from '../queries.ts';
import { Choices } from './Choices.tsx';

const delayMinutes = { quarter: 15, twoHours: 120 } as const;
const timeChoices = ['rules', 'quarter', 'twoHours', 'tomorrow'] as const;
type TimeChoice = (typeof timeChoices)[number];

const callTime = (choice: TimeChoice, times: CallTimes | undefined): string | null => {
  if (choice === 'rules') return null;
  if (choice === 'tomorrow') return times?.Tomorrow ?? null;
  return new Date(serverNow() + delayMinutes[choice] * minuteMs).toISOString();
};

/** Returns true if clients are not called at this time: in their quiet hours, or on a free day. */
export const isQuietTime = (at: string, times: Omit<CallTimes, 'Tomorrow'>): boolean => {
  const { TimeZone, QuietFromHour: from, QuietToHour: to, WeekendCalls } = times;
  const local = wallClock(new Date(at), TimeZone);
  const hour = Number(local.slice(11, 13));
  const isFreeDay = !WeekendCalls && new Date(`${local.slice(0, 10)}T00:00:00Z`).getUTCDay() % 6 === 0;
  return isFreeDay || (from <= to ? hour >= from && hour < to : hour >= from || hour < to);
};

interface Props {
  readonly accidentId: number;
  readonly value: string | null;
  readonly fault: string | undefined;
  readonly onChange: (value: string | null) => void;
}

/**
 * Chooses the time of the next phone call: a suggested time, which stays marked, or a time agreed with the client. Warns
 * if clients are not called at this time.
 */
export const NextCall = ({ accidentId, value, fault, onChange }: Props) => {
  const translate = useTranslate();
  const [chosen, setChosen] = useState<{ readonly choice: TimeChoice; readonly at: string | null }>();
  const { data: times } = useCallTimes(accidentId);
  const marked = value === null ? 'rules' : chosen?.at === value ? chosen.choice : undefined;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Choices
        label={translate('accident.finish.callAt')}
        choices={timeChoices
          .filter(id => id !== 'tomorrow' || times)
          .map(id => ({ id, name: translate(`accident.finish.in.${id}`) }))}
        chosen={marked ? [marked] : []}
        onToggle={choice => {
          const at = callTime(choice, times);
          setChosen({ choice, at });
          onChange(at);
        }}
      />
      <DateBox
        style="moment"
        label={translate('accident.finish.agreed')}
        value={value}
        onChange={onChange}
        error={fault !== undefined}
        help={fault ?? translate('accident.finish.agreedHelp')}
      />
      <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
        {value !== null && times && isQuietTime(value, times) && (
          <Alert severity="warning">
            {translate('accident.finish.quiet', { time: formatTime(new Date(value), times.TimeZone) })}
          </Alert>
        )}
      </Box>
    </Box>
  );
};
