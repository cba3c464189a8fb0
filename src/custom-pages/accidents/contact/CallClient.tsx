import PhoneIcon from '@mui/icons-material/Phone';
import { Box, Button, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import { nearestCity } from '../../../kinds/cities.ts';
import { dialled, readablePhone } from '../../../kinds/phone.ts';
import { useLanguage } from '../useLanguage.ts';

const minuteMs = 60_000;

/** Time of day where the crash was, which is where the client most likely is. */
const LocalTime = ({ latitude, longitude }: { latitude: number; longitude: number }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  const city = nearestCity(latitude, longitude);
  if (!city) return null;
  const time = new Date(now).toLocaleTimeString('ru-RU', {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: city.timeZone,
  });
  return (
    <Typography variant="caption" color="text.secondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
      {translate('accident.contact.localTime', { time, city: city.name[locale] })}
    </Typography>
  );
};

/** The client's phone, first and large, with the time of day there. */
export const CallClient = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const { ClientPhone: phone, Latitude: latitude, Longitude: longitude } = accident;
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
      {latitude !== null && longitude !== null && <LocalTime latitude={latitude} longitude={longitude} />}
    </Box>
  );
};
