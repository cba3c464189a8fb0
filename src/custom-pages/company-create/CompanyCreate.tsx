import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { api } from '../../api/client.ts';
import { companies } from '../../resources/companies.ts';
import { newCompany } from '../../resources/forms/pageForms.ts';
import { NewRecordCard } from '../../screens/record/NewRecordCard.tsx';

const fieldNames = Object.keys(newCompany.fields);
const listPath = companies.navigation.path;

const createCompany = ({ Name, TimeZone, ManagerName, ManagerEmail }: FieldValues) =>
  api('POST /api/insurancecompany')({
    body: { Name, TimeZone, Manager: { FullName: ManagerName, Email: ManagerEmail } },
  });

export const CompanyCreate = () => {
  const translate = useTranslate();
  const { data: created, variables, mutateAsync } = useMutation({ mutationFn: createCompany });
  return (
    <NewRecordCard
      resource={newCompany}
      names={fieldNames}
      title={translate('resources.companies.add')}
      description={translate('admin.company.about')}
      saveLabel={translate('admin.company.make')}
      cancelPath={listPath}
      onSubmit={mutateAsync}
      createdContent={
        created && (
          <Alert
            severity="success"
            action={
              <Button component={Link} to={listPath} color="inherit">
                {translate('admin.company.back')}
              </Button>
            }
          >
            {translate('admin.company.made', { name: variables?.Name, email: variables?.ManagerEmail })}
          </Alert>
        )
      }
    />
  );
};
