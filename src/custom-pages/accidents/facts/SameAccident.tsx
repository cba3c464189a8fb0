import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { accidentPath } from '../../../routes/listAddress.ts';

/** Another accident that this one seems to repeat. */
export const SameAccident = ({ id, objectId }: { id: number; objectId: string }) => {
  const translate = useTranslate();
  return (
    <Alert
      severity="info"
      variant="outlined"
      action={
        <Button component={Link} to={accidentPath('opened', id, objectId)} size="small">
          {translate('accident.facts.openOther', { id })}
        </Button>
      }
    >
      {translate('accident.facts.sameAs', { id })}
    </Alert>
  );
};
