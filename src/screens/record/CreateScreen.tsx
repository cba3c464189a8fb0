import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { CreateBase, useTranslate } from 'react-admin';
import type { Resource } from '../../schema/define.ts';
import { listPath } from '../list/rowPath.ts';
import { RecordForm } from './RecordForm.tsx';

/** Create form of a resource. After saving it opens the record's page. */
export const CreateScreen = ({ resource }: { resource: Resource }) => {
  const translate = useTranslate();
  return (
    <CreateBase resource={resource.name} redirect="show">
      <Paper sx={{ maxWidth: 'md' }}>
        <Typography variant="h1" sx={{ p: { xs: 2, md: 3 }, pb: { xs: 0, md: 0 } }}>
          {translate(`resources.${resource.name}.add`)}
        </Typography>
        <RecordForm resource={resource} verb="create" cancelPath={listPath(resource)} />
      </Paper>
    </CreateBase>
  );
};
