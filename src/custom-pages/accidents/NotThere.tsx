import SearchOffIcon from '@mui/icons-material/SearchOff';
import { Button, Paper } from '@mui/material';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';
import { Empty } from './Empty.tsx';

/** An address that leads to no accident, and the way on. */
export const NotThere = ({ what }: { what: 'notFound' | 'unknownStatus' }) => {
  const translate = useTranslate();
  return (
    <Paper variant="outlined" role="alert">
      <Empty
        whole
        Icon={SearchOffIcon}
        title={translate(`accident.${what}.title`)}
        help={translate(`accident.${what}.help`)}
      >
        <Button component={Link} to="/cabinet/accidents/opened/" variant="contained" sx={{ mt: 1 }}>
          {translate('accident.notFound.action')}
        </Button>
      </Empty>
    </Paper>
  );
};
