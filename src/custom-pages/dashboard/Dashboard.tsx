import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';

export const Dashboard = () => <Typography variant="h1">{useTranslate()('dashboard.hello')}</Typography>;
