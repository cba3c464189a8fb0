import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { EditBase, type RaRecord, useEditContext, useTranslate } from 'react-admin';
import { recordsOf } from '../../dataProvider/request.ts';
import { recordAddress } from '../../schema/addresses.ts';
import type { Resource } from '../../schema/define.ts';
import { StaleAlert } from '../form/StaleAlert.tsx';
import { useStale } from '../form/useStale.ts';
import { rowTitle } from '../list/rowPath.ts';
import { RecordForm } from './RecordForm.tsx';
import { RecordState, withoutErrorRedirect } from './RecordState.tsx';

const Body = ({ resource, id, record }: { resource: Resource; id: number; record: RaRecord }) => {
  const translate = useTranslate();
  const key = [resource.name, 'getOne', { id: String(id), meta: undefined }];
  const { stale, settle, onFailure } = useStale(key, recordsOf(resource));
  return (
    <Paper sx={{ maxWidth: 'md' }}>
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
    </Paper>
  );
};

const WithRecord = ({ resource, id }: { resource: Resource; id: number }) => (
  <RecordState resource={resource} context={useEditContext()}>
    {record => <Body {...{ resource, id, record }} />}
  </RecordState>
);

/** Edit form of a record. It is not undoable, so that the server's faults appear here. */
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
