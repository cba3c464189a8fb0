import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { api } from '../../api/client.ts';
import { SecretPanel } from '../../components/SecretPanel.tsx';
import { platformKeys } from '../../resources/platformKeys.ts';
import { NewRecordCard } from '../../screens/record/NewRecordCard.tsx';
import { TraccarGuide } from './TraccarGuide.tsx';

const fieldNames = ['Name'];
const listPath = platformKeys.navigation.path;

/** Form that creates a platform key. The form shows the new key once, because a stored key cannot be read again. */
export const PlatformKeyCreate = () => {
  const translate = useTranslate();
  const client = useQueryClient();
  const { data: created, mutateAsync } = useMutation({
    mutationFn: ({ Name }: FieldValues) => api('POST /api/v2/PlatformKey')({ body: { Name } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [platformKeys.name] }),
  });
  return (
    <>
      <NewRecordCard
        resource={platformKeys}
        names={fieldNames}
        title={translate('resources.platformKeys.add')}
        saveLabel={translate('admin.key.make')}
        cancelPath={listPath}
        onSubmit={mutateAsync}
        createdContent={
          created?.Key && (
            <SecretPanel value={created.Key} textPrefix="admin.key">
              <Button component={Link} to={listPath}>
                {translate('admin.key.done')}
              </Button>
            </SecretPanel>
          )
        }
      />
      <Box sx={{ mt: 2, maxWidth: 'md' }}>
        <TraccarGuide platformKey={created?.Key ?? undefined} />
      </Box>
    </>
  );
};
