import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { Create } from 'react-admin';
import type { Resource } from '../../resources/define.ts';
import { RecordForm } from './RecordForm.tsx';

/** Where a new record of a described resource is made; saved, its page is opened. */
export const CreateScreen = ({ resource }: { resource: Resource }) => {
  const translate = useTranslate();
  return (
    <Create
      resource={resource.name}
      redirect="show"
      actions={false}
      title={false}
      component={Paper}
      sx={{ maxWidth: 'md' }}
    >
      <Typography variant="h1" sx={{ p: { xs: 2, md: 3 }, pb: { xs: 0, md: 0 } }}>
        {translate(`resources.${resource.name}.add`)}
      </Typography>
      <RecordForm resource={resource} verb="create" cancel={resource.place?.path ?? '/'} />
    </Create>
  );
};
