import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { serverNow } from '../../../api/clock.ts';
import { DateBox } from '../../../fields/dates/DateBox.tsx';
import { minuteMs } from '../../../schema/kinds/time.ts';
import { Choices } from './Choices.tsx';

const delayMinutes = { quarter: 15, twoHours: 120 } as const;
const timeChoices = ['rules', 'quarter', 'twoHours', 'tomorrow'] as const;

const callTime = (choice: (typeof timeChoices)[number]): string | null => {
  if (choice === 'rules') return null;
  const now = new Date(serverNow());
  if (choice !== 'tomorrow') return new Date(now.getTime() + delayMinutes[choice] * minuteMs).toISOString();
  return new Date(now.getTime() + 24 * 60 * minuteMs).toISOString();
};

interface Props {
  readonly value: string | null;
  readonly fault: string | undefined;
  readonly onChange: (value: string | null) => void;
}

/** Chooses the time of the next phone call: a suggested time soon, or a time agreed with the client. */
export const NextCall = ({ value, fault, onChange }: Props) => {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Choices
        label={translate('accident.finish.callAt')}
        choices={timeChoices.map(id => ({ id, name: translate(`accident.finish.in.${id}`) }))}
        chosen={value === null ? ['rules'] : []}
        onToggle={choice => onChange(callTime(choice))}
      />
      <DateBox
        style="moment"
        label={translate('accident.finish.agreed')}
        value={value}
        onChange={onChange}
        error={fault !== undefined}
        help={fault ?? translate('accident.finish.agreedHelp')}
      />
    </Box>
  );
};
