import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';

/** Leaves a form without saving. */
export const CancelButton = ({ to }: { to: string }) => {
  const translate = useTranslate();
  return (
    <Button component={Link} to={to}>
      {translate('frame.cancel')}
    </Button>
  );
};
