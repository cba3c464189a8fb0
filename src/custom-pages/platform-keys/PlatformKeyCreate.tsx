import ContentCopy from '@mui/icons-material/ContentCopy';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { copyText } from '../../components/clipboard.ts';
import { showToast } from '../../feedback/toasts.ts';
import { platformKeys } from '../../resources/platformKeys.ts';
import { FormActions } from '../../screens/form/FormActions.tsx';
import { GuardedForm } from '../../screens/form/GuardedForm.tsx';
import { Inputs } from '../../screens/record/Inputs.tsx';
import { emptyValues, recordSchema } from '../../screens/record/schema.ts';

const names = ['Name'];
const list = platformKeys.place.path;

const KeyShown = ({ value }: { value: string }) => {
  const translate = useTranslate();
  const copy = async () => {
    const copied = await copyText(value);
    showToast({
      kind: copied ? 'success' : 'error',
      heading: translate(`frame.key.${copied ? 'copied' : 'notCopied'}`),
    });
  };
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Alert severity="warning">{translate('admin.key.once')}</Alert>
      <Box
        component="code"
        data-key-text
        sx={{ p: 2, bgcolor: 'background.default', borderRadius: 1, overflowWrap: 'anywhere', fontFamily: 'monospace' }}
      >
        {value}
      </Box>
      <Typography color="textSecondary">{translate('admin.key.use')}</Typography>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        <Button variant="contained" startIcon={<ContentCopy />} onClick={() => void copy()}>
          {translate('frame.key.copy')}
        </Button>
        <Button component={Link} to={list}>
          {translate('admin.key.done')}
        </Button>
      </Box>
    </Box>
  );
};

/** Where a key for a device platform is made. It is shown here and never again. */
export const PlatformKeyCreate = () => {
  const translate = useTranslate();
  const client = useQueryClient();
  const schema = useMemo(() => recordSchema(platformKeys, names, translate), [translate]);
  const { data: made, mutateAsync } = useMutation({
    mutationFn: ({ Name }: FieldValues) => api('POST /api/v2/PlatformKey', { body: { Name } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [platformKeys.name] }),
  });
  return (
    <Paper component="section" sx={{ maxWidth: 'md', p: { xs: 2, md: 3 } }}>
      <Typography variant="h1" gutterBottom>
        {translate('resources.platformKeys.add')}
      </Typography>
      {made ? (
        <KeyShown value={made.Key} />
      ) : (
        <GuardedForm
          schema={schema}
          defaultValues={emptyValues(platformKeys, names)}
          onSubmit={async values => {
            await mutateAsync(values);
            return undefined;
          }}
        >
          <Inputs resource={platformKeys} names={names} />
          <FormActions save={translate('admin.key.make')} always>
            <Button component={Link} to={list}>
              {translate('frame.cancel')}
            </Button>
          </FormActions>
        </GuardedForm>
      )}
    </Paper>
  );
};
