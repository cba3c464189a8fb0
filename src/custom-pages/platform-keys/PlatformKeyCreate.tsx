import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { api } from '../../api/client.ts';
import { SecretShown } from '../../components/SecretShown.tsx';
import { platformKeys } from '../../resources/platformKeys.ts';
import { NewRecordCard } from '../../screens/record/NewRecordCard.tsx';
import { TraccarGuide } from './TraccarGuide.tsx';

const names = ['Name'];
const list = platformKeys.place.path;

/** Form that creates a platform key. The key is shown here, and only once. */
export const PlatformKeyCreate = () => {
  const translate = useTranslate();
  const client = useQueryClient();
  const { data: made, mutateAsync } = useMutation({
    mutationFn: ({ Name }: FieldValues) => api('POST /api/v2/PlatformKey')({ body: { Name } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [platformKeys.name] }),
  });
  return (
    <>
      <NewRecordCard
        resource={platformKeys}
        names={names}
        title={translate('resources.platformKeys.add')}
        save={translate('admin.key.make')}
        cancelTo={list}
        onSubmit={mutateAsync}
        made={
          made?.Key && (
            <SecretShown value={made.Key} texts="admin.key">
              <Button component={Link} to={list}>
                {translate('admin.key.done')}
              </Button>
            </SecretShown>
          )
        }
      />
      <Box sx={{ mt: 2, maxWidth: 'md' }}>
        <TraccarGuide platformKey={made?.Key ?? undefined} />
      </Box>
    </>
  );
};
