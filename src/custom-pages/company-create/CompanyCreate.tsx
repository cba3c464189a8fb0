import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { companies } from '../../resources/companies.ts';
import { FormActions } from '../../screens/form/FormActions.tsx';
import { GuardedForm } from '../../screens/form/GuardedForm.tsx';
import { Inputs } from '../../screens/record/Inputs.tsx';
import { recordSchema } from '../../screens/record/schema.ts';
import { newCompany } from './newCompany.ts';

const names = Object.keys(newCompany.fields);
const empty = { Name: null, TimeZone: 'Europe/Moscow', ManagerName: null, ManagerEmail: null };

const make = ({ Name, TimeZone, ManagerName, ManagerEmail }: FieldValues) =>
  api('POST /api/insurancecompany', {
    body: { Name, TimeZone, Manager: { FullName: ManagerName, Email: ManagerEmail } },
  });

/** Where a superuser makes a company. Nothing of it is shown afterwards but that its manager is invited. */
export const CompanyCreate = () => {
  const translate = useTranslate();
  const schema = useMemo(() => recordSchema(newCompany, names, translate), [translate]);
  const { data: made, variables, mutateAsync } = useMutation({ mutationFn: make });
  return (
    <Paper component="section" sx={{ maxWidth: 'md', p: { xs: 2, md: 3 } }}>
      <Typography variant="h1" gutterBottom>
        {translate('resources.companies.add')}
      </Typography>
      {made ? (
        <Alert
          severity="success"
          action={
            <Button component={Link} to={companies.place.path} color="inherit">
              {translate('admin.company.back')}
            </Button>
          }
        >
          {translate('admin.company.made', { name: variables?.Name, email: variables?.ManagerEmail })}
        </Alert>
      ) : (
        <>
          <Typography color="textSecondary" sx={{ mb: 3 }}>
            {translate('admin.company.about')}
          </Typography>
          <GuardedForm
            schema={schema}
            defaultValues={empty}
            onSubmit={async values => {
              await mutateAsync(values);
              return undefined;
            }}
          >
            <Inputs resource={newCompany} names={names} />
            <FormActions save={translate('admin.company.make')} always>
              <Button component={Link} to={companies.place.path}>
                {translate('frame.cancel')}
              </Button>
            </FormActions>
          </GuardedForm>
        </>
      )}
    </Paper>
  );
};
