import { Alert, Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';

/** Another accident that this one seems to repeat. */
export const SameAccident = ({ id, objectId }: { id: number; objectId: string }) => {
  const translate = useTranslate();
  return (
    <Alert
      severity="info"
      variant="outlined"
      action={
        <Button component={Link} to={`/cabinet/accidents/opened/${id}/${encodeURIComponent(objectId)}`} size="small">
          {translate('accident.facts.openOther', { id })}
        </Button>
      }
    >
      {translate('accident.facts.sameAs', { id })}
    </Alert>
  );
};
