import PhoneIcon from '@mui/icons-material/Phone';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useCurrentMinute } from '../../../components/useCurrentMinute.ts';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import { formatTime, zoneName } from '../../../fields/format.ts';
import { dialled, readablePhone } from '../../../schema/kinds/phone.ts';
import { useLanguage } from '../useLanguage.ts';

/** Time of day at the client's place. */
const LocalTime = ({ timeZone }: { timeZone: string }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const now = new Date(useCurrentMinute());
  const time = formatTime(now, timeZone);
  return (
    <Typography variant="caption" color="text.secondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
      {translate('accident.contact.localTime', { time, zone: zoneName(now, locale, timeZone) })}
    </Typography>
  );
};

/** The client's phone in large type, with the time of day at the client's place. */
export const CallClient = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const { ClientPhone: phone, ClientTimeZone: timeZone } = accident;
  if (!phone)
    return (
      <Typography variant="body2" color="text.secondary">
        {translate('accident.contact.noPhone')}
      </Typography>
    );
  const readable = readablePhone(phone);
  return (
    <Box sx={{ flex: 'none', display: 'grid', justifyItems: 'start', gap: 0.25 }}>
      <Button
        href={`tel:${dialled(phone)}`}
        variant="outlined"
        size="large"
        startIcon={<PhoneIcon />}
        aria-label={translate('accident.contact.callTo', { phone: readable })}
        sx={{ typography: 'h3', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap', py: 0.25 }}
      >
        {readable}
      </Button>
      <LocalTime timeZone={timeZone} />
    </Box>
  );
};
