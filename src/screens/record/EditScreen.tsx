import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useRecordContext, useTranslate } from 'ra-core';
import { useState } from 'react';
import { Edit } from 'react-admin';
import { currentIn } from '../../api/client.ts';
import { recordAddress } from '../../resources/addresses.ts';
import type { Resource } from '../../resources/define.ts';
import { rowTitle } from '../list/rowPath.ts';
import { RecordForm } from './RecordForm.tsx';
import { type Stale, StaleAlert } from './StaleAlert.tsx';

const Body = ({ resource, stale, onSettled }: { resource: Resource; stale?: Stale; onSettled: () => void }) => {
  const translate = useTranslate();
  const record = useRecordContext();
  if (!record) return null;
  return (
    <>
      <Typography variant="h1" sx={{ p: 2, pb: 0, overflowWrap: 'anywhere' }}>
        {translate('lists.form.editing', { title: rowTitle(resource, record) })}
      </Typography>
      <RecordForm resource={resource} verb="update" cancel={recordAddress(resource, record) ?? '/'}>
        {stale && <StaleAlert resource={resource} {...stale} onSettled={onSettled} />}
      </RecordForm>
    </>
  );
};

/** Where a record of a described resource is changed. Saved at once, so that what the server says of it is seen here. */
export const EditScreen = ({ resource, id }: { resource: Resource; id: number }) => {
  const client = useQueryClient();
  const [stale, setStale] = useState<Stale>();
  const key = [resource.name, 'getOne', { id: String(id), meta: undefined }];
  const onError = (error: unknown) => {
    const now = currentIn(error) as (Stale['now'] & { Id: number }) | undefined;
    if (!now) return;
    setStale({ before: client.getQueryData<Stale['now']>(key) ?? {}, now });
    // The rest of the form follows the record as it is now; saved again, what was typed is kept.
    client.setQueryData(key, { ...now, id: now.Id });
  };
  return (
    <Edit
      resource={resource.name}
      id={id}
      mutationMode="pessimistic"
      mutationOptions={{ onError }}
      redirect="show"
      actions={false}
      title={false}
      component={Paper}
      sx={{ maxWidth: 'md' }}
    >
      <Body resource={resource} stale={stale} onSettled={() => setStale(undefined)} />
    </Edit>
  );
};
