import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type RaRecord, ShowBase, useRecordContext, useShowContext, useTranslate } from 'ra-core';
import type { ComponentType } from 'react';
import { useAccount } from '../../authProvider/account.ts';
import { PageAction } from '../../components/PageAction.tsx';
import { PageActions } from '../../components/PageActions.tsx';
import { holdsOne } from '../../contract/access.ts';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { kinds } from '../../fields/registry.ts';
import { fieldLabel, useI18n } from '../../fields/useI18n.ts';
import { isEmpty } from '../../kinds/value.ts';
import { recordAddress } from '../../resources/addresses.ts';
import { type Resource, recordFields } from '../../resources/define.ts';
import type { Field } from '../../resources/fields.ts';
import { rowTitle } from '../list/rowPath.ts';
import { ActionButtons } from './actions/ActionButtons.tsx';
import { History } from './History.tsx';
import { RecordState, stayHere } from './RecordState.tsx';
import { RemoveButton } from './RemoveButton.tsx';

const Value = ({ resource, name }: { resource: Resource; name: string }) => {
  const i18n = useI18n();
  const row = useRecordContext() ?? {};
  const field = resource.fields[name] as Field;
  const { Display } = kinds[field.kind];
  return (
    <div>
      <Typography variant="caption" color="textSecondary" component="dt">
        {fieldLabel(resource, name, i18n)}
      </Typography>
      <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {isEmpty(row, name, field) ? '—' : <Display {...{ row, name, field, resource }} />}
      </Typography>
    </div>
  );
};

export const SectionPaper = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <Paper component="section" aria-label={title} sx={{ p: 2 }}>
    <Typography variant="h2" sx={{ mb: 1.5 }}>
      {title}
    </Typography>
    {children}
  </Paper>
);

const Sections = ({ resource }: { resource: Resource }) => {
  const translate = useTranslate();
  const sections = resource.record ?? [{ fields: recordFields(resource) }];
  return sections.map(({ fields }, at) => {
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
      <ActionButtons resource={resource} record={record} />
      {may(resource.access.remove) && <RemoveButton resource={resource} record={record} />}
    </PageActions>
  );
};

/** What stands on the page beside what is generated. */
export type RecordPart = ComponentType<{ record: RaRecord }>;

interface BodyProps {
  readonly resource: Resource;
  readonly record: RaRecord;
  readonly parts: readonly RecordPart[];
}

const Body = ({ resource, record, parts }: BodyProps) => {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 'lg' }}>
      <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
        {rowTitle(resource, record)}
      </Typography>
      <Actions resource={resource} record={record} />
      <Sections resource={resource} />
      {parts.map((LazyComponent, at) => (
        <LazyBoundary key={resource.parts?.[at]} waiting={<Skeleton variant="rounded" height={120} />}>
          <LazyComponent record={record} />
        </LazyBoundary>
      ))}
      <SectionPaper title={translate('lists.record.history')}>
        <History resource={resource} id={Number(record.id)} />
      </SectionPaper>
    </Box>
  );
};

const WithRecord = ({ resource, parts }: Omit<BodyProps, 'record'>) => (
  <RecordState resource={resource} context={useShowContext()}>
    {record => <Body {...{ resource, record, parts }} />}
  </RecordState>
);

/** The page of one record of a described resource: its fields in their sections, what may be done with it, its history. */
export const RecordScreen = ({
  resource,
  id,
  parts = [],
}: {
  resource: Resource;
  id: number;
  parts?: readonly RecordPart[];
}) => (
  <ShowBase resource={resource.name} id={id} queryOptions={stayHere}>
    <WithRecord resource={resource} parts={parts} />
  </ShowBase>
);
