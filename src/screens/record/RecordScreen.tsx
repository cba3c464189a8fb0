import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type RaRecord, ShowBase, useRecordContext, useShowContext, useTranslate } from 'ra-core';
import { useAccount } from '../../authProvider/account.ts';
import { PageAction } from '../../components/PageAction.tsx';
import { PageActions } from '../../components/PageActions.tsx';
import { holdsOne } from '../../contract/access.ts';
import { kinds } from '../../fields/registry.ts';
import { fieldLabel, useWords } from '../../fields/words.ts';
import { isEmpty } from '../../kinds/value.ts';
import { recordAddress } from '../../resources/addresses.ts';
import { type Resource, recordSections } from '../../resources/define.ts';
import type { Field } from '../../resources/fields.ts';
import { rowTitle } from '../list/rowPath.ts';
import { History } from './History.tsx';
import { RecordState, stayHere } from './RecordState.tsx';
import { RemoveButton } from './RemoveButton.tsx';

const Value = ({ resource, name }: { resource: Resource; name: string }) => {
  const words = useWords();
  const row = useRecordContext() ?? {};
  const field = resource.fields[name] as Field;
  const { Display } = kinds[field.kind];
  return (
    <div>
      <Typography variant="caption" color="textSecondary" component="dt">
        {fieldLabel(resource, name, words)}
      </Typography>
      <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {isEmpty(row, name, field) ? '—' : <Display {...{ row, name, field, resource }} />}
      </Typography>
    </div>
  );
};

const SectionPaper = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <Paper component="section" aria-label={title} sx={{ p: 2 }}>
    <Typography variant="h2" sx={{ mb: 1.5 }}>
      {title}
    </Typography>
    {children}
  </Paper>
);

const Sections = ({ resource }: { resource: Resource }) => {
  const translate = useTranslate();
  return recordSections(resource).map(({ fields = [] }, at) => {
    const title = translate(`resources.${resource.name}.sections.${at}`, { _: translate('lists.record.data') });
    return (
      <SectionPaper key={title} title={title}>
        <Box
          component="dl"
          sx={{ m: 0, display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr', lg: '1fr 1fr 1fr' } }}
        >
          {fields.map(name => (
            <Value key={name} resource={resource} name={name} />
          ))}
        </Box>
      </SectionPaper>
    );
  });
};

const Actions = ({ resource, record }: { resource: Resource; record: RaRecord }) => {
  const translate = useTranslate();
  const roles = useAccount()?.Roles ?? [];
  const may = (asked: Resource['access']['read'] | undefined) => asked !== undefined && holdsOne(roles, asked);
  return (
    <PageActions>
      {may(resource.access.update) && (
        <PageAction
          to={`${recordAddress(resource, record)}edit/`}
          variant="outlined"
          icon={<EditOutlined />}
          label={translate('lists.record.edit')}
        />
      )}
      {may(resource.access.remove) && <RemoveButton resource={resource} record={record} />}
    </PageActions>
  );
};

const Body = ({ resource, record }: { resource: Resource; record: RaRecord }) => {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 'lg' }}>
      <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
        {rowTitle(resource, record)}
      </Typography>
      <Actions resource={resource} record={record} />
      <Sections resource={resource} />
      <SectionPaper title={translate('lists.record.history')}>
        <History resource={resource} id={Number(record.id)} />
      </SectionPaper>
    </Box>
  );
};

const WithRecord = ({ resource }: { resource: Resource }) => (
  <RecordState resource={resource} context={useShowContext()}>
    {record => <Body resource={resource} record={record} />}
  </RecordState>
);

/** The page of one record of a described resource: its fields in their sections, what may be done with it, its history. */
export const RecordScreen = ({ resource, id }: { resource: Resource; id: number }) => (
  <ShowBase resource={resource.name} id={id} queryOptions={stayHere}>
    <WithRecord resource={resource} />
  </ShowBase>
);
