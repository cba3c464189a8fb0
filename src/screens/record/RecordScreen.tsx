import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type RaRecord, ShowBase, useShowContext, useTranslate } from 'ra-core';
import { useAccount } from '../../authProvider/account.ts';
import { PageAction } from '../../components/PageAction.tsx';
import { PageActions } from '../../components/PageActions.tsx';
import { holdsOne } from '../../contract/access.ts';
import { kinds } from '../../fields/registry.ts';
import { recordAddress } from '../../resources/addresses.ts';
import { type Resource, recordSections } from '../../resources/define.ts';
import type { Field } from '../../resources/fields.ts';
import { rowTitle } from '../list/rowPath.ts';
import { History } from './History.tsx';
import { Moves } from './Moves.tsx';
import { RecordState, stayHere } from './RecordState.tsx';
import { RemoveButton } from './RemoveButton.tsx';
import { SectionPaper, Sections } from './Sections.tsx';
import { type TabPages, Tabs } from './Tabs.tsx';

const Actions = ({ resource, record }: { resource: Resource; record: RaRecord }) => {
  const translate = useTranslate();
  const roles = useAccount()?.Roles ?? [];
  const may = (asked: Resource['access']['read'] | undefined) => asked !== undefined && holdsOne(roles, asked);
  return (
    <PageActions>
      {resource.states && <Moves resource={resource} record={record} />}
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

const Body = ({ resource, record, pages }: { resource: Resource; record: RaRecord; pages: TabPages }) => {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 'lg' }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
          {rowTitle(resource, record)}
        </Typography>
        {resource.states && <State resource={resource} record={record} />}
      </Box>
      <Actions resource={resource} record={record} />
      {resource.record && 'tabs' in resource.record ? (
        <Tabs tabs={resource.record.tabs} {...{ resource, record, pages }} />
      ) : (
        <>
          <Sections resource={resource} sections={recordSections(resource)} />
          <SectionPaper title={translate('lists.record.history')}>
            <History resource={resource} id={Number(record.id)} />
          </SectionPaper>
        </>
      )}
    </Box>
  );
};

/** The state of a record with a life cycle, beside its title. */
const State = ({ resource, record }: { resource: Resource; record: RaRecord }) => {
  const name = resource.states?.field ?? '';
  const field = resource.fields[name] as Field;
  const { Display } = kinds[field.kind];
  return <Display {...{ row: record, name, field, resource }} />;
};

const WithRecord = ({ resource, pages }: { resource: Resource; pages: TabPages }) => (
  <RecordState resource={resource} context={useShowContext()}>
    {record => <Body {...{ resource, record, pages }} />}
  </RecordState>
);

const noPages: TabPages = {};

/** The page of one record of a described resource: its fields in sections or tabs, what may be done with it, its history. */
export const RecordScreen = ({
  resource,
  id,
  pages = noPages,
}: {
  resource: Resource;
  id: number;
  pages?: TabPages;
}) => (
  <ShowBase resource={resource.name} id={id} queryOptions={stayHere}>
    <WithRecord resource={resource} pages={pages} />
  </ShowBase>
);
