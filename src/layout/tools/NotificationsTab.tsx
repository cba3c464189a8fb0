import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';

export const NotificationsTab = () => (
  <Typography color="textSecondary">{useTranslate()('frame.quick.noNotifications')}</Typography>
);
