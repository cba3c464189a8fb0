import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useRecordContext, useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { kinds } from '../../fields/registry.ts';
import { fieldLabel, useI18n } from '../../fields/useI18n.ts';
import { isEmpty } from '../../kinds/value.ts';
import type { Resource } from '../../resources/define.ts';
import type { Field } from '../../resources/fields.ts';
import type { Fields, Section } from '../../resources/forms.ts';

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

export const SectionPaper = ({ title, children }: { title: string; children: ReactNode }) => (
  <Paper component="section" aria-label={title} sx={{ p: 2 }}>
    <Typography variant="h2" sx={{ mb: 1.5 }}>
      {title}
    </Typography>
    {children}
  </Paper>
);

/** A value alone in its section, such as a long text, has the whole width. */
const columnsFor = (count: number) =>
  count === 1
    ? 'minmax(0, 1fr)'
    : { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(3, minmax(0, 1fr))' };

interface Props {
  readonly resource: Resource;
  readonly sections: readonly Partial<Section<Fields>>[];
}

/** Fields of a record under their headings. */
export const Sections = ({ resource, sections }: Props) => {
  const translate = useTranslate();
  const { locale } = useI18n();
  return sections.map(({ title, fields = [] }) => {
    const heading = title?.[locale] ?? translate('lists.record.data');
    return (
      <SectionPaper key={heading} title={heading}>
        <Box component="dl" sx={{ m: 0, display: 'grid', gap: 2, gridTemplateColumns: columnsFor(fields.length) }}>
          {fields.map(name => (
            <Value key={name} resource={resource} name={name} />
          ))}
        </Box>
      </SectionPaper>
    );
  });
};
