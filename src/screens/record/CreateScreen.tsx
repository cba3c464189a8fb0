import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { CreateBase, type RaRecord, useRedirect } from 'react-admin';
import { showToast } from '../../feedback/toasts.ts';
import { useI18n } from '../../fields/useI18n.ts';
import type { Resource } from '../../schema/define.ts';
import { listPath } from '../list/rowPath.ts';
import { RecordForm } from './RecordForm.tsx';

/** Create form of a resource. After saving it opens the record's page. */
export const CreateScreen = ({ resource }: { resource: Resource }) => {
  const { translate, locale } = useI18n();
  const redirect = useRedirect();
  const { name, createdText } = resource;
  const announce = createdText && {
    onSuccess: (record: RaRecord) => {
      const heading = translate(`resources.${name}.created`, { _: createdText[locale], ...record });
      showToast({ kind: 'success', heading });
      redirect('show', name, record.id, record);
    },
  };
  return (
    <CreateBase resource={name} redirect="show" {...(announce && { mutationOptions: announce })}>
      <Paper sx={{ maxWidth: 'md' }}>
        <Typography variant="h1" sx={{ p: { xs: 2, md: 3 }, pb: { xs: 0, md: 0 } }}>
          {translate(`resources.${name}.add`)}
        </Typography>
        <RecordForm resource={resource} verb="create" cancelPath={listPath(resource)} />
      </Paper>
    </CreateBase>
  );
};
