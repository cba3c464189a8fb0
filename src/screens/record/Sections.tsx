import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { useAccount } from '../../authProvider/account.ts';
import { hasAnyRole } from '../../contract/access.ts';
import { kinds } from '../../fields/registry.ts';
import { describedText, fieldLabel, useI18n } from '../../fields/useI18n.ts';
import { resources } from '../../resources/index.ts';
import { recordPathById } from '../../schema/addresses.ts';
import type { Resource } from '../../schema/define.ts';
import type { Field } from '../../schema/fields.ts';
import type { Fields, Section } from '../../schema/forms.ts';
import { isEmpty, type Row } from '../../schema/kinds/value.ts';

/** Returns the path of the record that a field refers to or opens, if it has a page that the person may see. */
const useReferencePath = ({ fields }: Resource, name: string, row: Row): string | undefined => {
  const roles = useAccount()?.Roles ?? [];
  const { opens = name } = fields[name] as Field;
  const field = fields[opens] as Field;
  const target = field.targetResource === undefined ? undefined : resources[field.targetResource];
  const id = field.idField === undefined ? undefined : row[field.idField];
  if (!target || typeof id !== 'number' || !hasAnyRole(roles, target.access.read)) return undefined;
  return recordPathById(target, id);
};

const SectionValue = ({ resource, name }: { resource: Resource; name: string }) => {
  const i18n = useI18n();
  const row = useRecordContext() ?? {};
  const field = resource.fields[name] as Field;
  const { Display } = kinds[field.kind];
  const path = useReferencePath(resource, name, row);
  const display = <Display {...{ row, name, field, resource }} />;
  const value = path ? (
    <MuiLink component={Link} to={path} sx={{ py: 0.5 }}>
      {display}
    </MuiLink>
  ) : (
    display
  );
  return (
    <div>
      <Typography variant="caption" color="textSecondary" component="dt">
        {fieldLabel(resource, name, i18n)}
      </Typography>
      <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {isEmpty(row, name, field) ? '—' : value}
      </Typography>
    </div>
  );
};

interface SectionPaperProps {
  readonly title: string;
  /** Buttons beside the title. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

export const SectionPaper = ({ title, tools, children }: SectionPaperProps) => (
  <Paper component="section" aria-label={title} sx={{ p: 2 }}>
    <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, mb: 1.5 }}>
      <Typography variant="h2">{title}</Typography>
      {tools}
    </Box>
    {children}
  </Paper>
);

/** Returns the columns of a section's grid. A single value, such as a long text, has the whole width. */
const gridColumnsFor = (count: number) =>
  count === 1
    ? 'minmax(0, 1fr)'
    : { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(3, minmax(0, 1fr))' };

interface Props {
  readonly resource: Resource;
  readonly sections: readonly Partial<Section<Fields>>[];
}

export const Sections = ({ resource, sections }: Props) => {
  const translate = useTranslate();
  const i18n = useI18n();
  return sections.map(({ title, fields = [] }) => {
    const heading = title
      ? describedText(resource, `sections.${fields[0]}`, title, i18n)
      : translate('lists.record.data');
    return (
      <SectionPaper key={heading} title={heading}>
        <Box component="dl" sx={{ m: 0, display: 'grid', gap: 2, gridTemplateColumns: gridColumnsFor(fields.length) }}>
          {fields.map(name => (
            <SectionValue key={name} resource={resource} name={name} />
          ))}
        </Box>
      </SectionPaper>
    );
  });
};
