import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { EditBase, type RaRecord, useEditContext, useTranslate } from 'react-admin';
import { recordConverter } from '../../dataProvider/request.ts';
import { recordPath } from '../../schema/addresses.ts';
import type { Resource } from '../../schema/define.ts';
import { StaleAlert, useStale } from '../form/StaleAlert.tsx';
import { rowTitle } from '../list/rowPath.ts';
import { RecordForm } from './RecordForm.tsx';
import { RecordLoader, withoutErrorRedirect } from './RecordLoader.tsx';

const EditBody = ({ resource, id, record }: { resource: Resource; id: number; record: RaRecord }) => {
  const translate = useTranslate();
  const queryKey = [resource.name, 'getOne', { id: String(id), meta: undefined }];
  const { stale, settle, onFailure } = useStale(queryKey, recordConverter(resource));
  return (
    <Paper sx={{ maxWidth: 'md' }}>
      <Typography variant="h1" sx={{ p: { xs: 2, md: 3 }, pb: { xs: 0, md: 0 }, overflowWrap: 'anywhere' }}>
        {translate('lists.form.editing', { title: rowTitle(resource, record) })}
      </Typography>
      <RecordForm
        resource={resource}
        verb="update"
        cancelPath={recordPath(resource, record) ?? '/'}
        onFailure={onFailure}
      >
        {stale && <StaleAlert resource={resource} {...stale} onSettled={settle} />}
      </RecordForm>
    </Paper>
  );
};

const WithRecord = ({ resource, id }: { resource: Resource; id: number }) => (
  <RecordLoader resource={resource} context={useEditContext()}>
    {record => <EditBody {...{ resource, id, record }} />}
  </RecordLoader>
);

/**
 * Edit form of a record. Saving has no undo: the call is sent at once, so that faults that the server finds appear in
 * the form.
 */
export const EditScreen = ({ resource, id }: { resource: Resource; id: number }) => (
  <EditBase
    resource={resource.name}
    id={id}
    mutationMode="pessimistic"
    redirect="show"
    queryOptions={withoutErrorRedirect}
  >
    <WithRecord resource={resource} id={id} />
  </EditBase>
);
