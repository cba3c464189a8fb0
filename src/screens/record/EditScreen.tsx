import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useRecordContext, useTranslate } from 'ra-core';
import { Edit } from 'react-admin';
import { recordAddress } from '../../resources/addresses.ts';
import type { Resource } from '../../resources/define.ts';
import { StaleAlert } from '../form/StaleAlert.tsx';
import { useStale } from '../form/useStale.ts';
import { rowTitle } from '../list/rowPath.ts';
import { RecordForm } from './RecordForm.tsx';

const Body = ({ resource, id }: { resource: Resource; id: number }) => {
  const translate = useTranslate();
  const record = useRecordContext();
  const { stale, settle, onFailure } = useStale(
    [resource.name, 'getOne', { id: String(id), meta: undefined }],
    now => ({
      ...now,
      id,
    }),
  );
  if (!record) return null;
  return (
    <>
      <Typography variant="h1" sx={{ p: { xs: 2, md: 3 }, pb: { xs: 0, md: 0 }, overflowWrap: 'anywhere' }}>
        {translate('lists.form.editing', { title: rowTitle(resource, record) })}
      </Typography>
      <RecordForm
        resource={resource}
        verb="update"
        cancel={recordAddress(resource, record) ?? '/'}
        onFailure={onFailure}
      >
        {stale && <StaleAlert resource={resource} {...stale} onSettled={settle} />}
      </RecordForm>
    </>
  );
};

/** Where a record of a described resource is changed. Saved at once, so that what the server says of it is seen here. */
export const EditScreen = ({ resource, id }: { resource: Resource; id: number }) => (
  <Edit
    resource={resource.name}
    id={id}
    mutationMode="pessimistic"
    redirect="show"
    actions={false}
    title={false}
    component={Paper}
    sx={{ maxWidth: 'md' }}
  >
    <Body resource={resource} id={id} />
  </Edit>
);
