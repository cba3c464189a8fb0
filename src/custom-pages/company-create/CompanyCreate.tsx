import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { api } from '../../api/client.ts';
import { nameMaxLength } from '../../contract/limits.ts';
import { companies } from '../../resources/companies.ts';
import type { FormDescription } from '../../schema/define.ts';
import { f } from '../../schema/fields.ts';
import { NewRecordCard } from '../../screens/record/NewRecordCard.tsx';

/** Fields of the form that creates a company and its first manager. */
const newCompany = {
  name: 'newCompany',
  fields: {
    Name: companies.fields.Name,
    TimeZone: { ...companies.fields.TimeZone, initialValue: 'Europe/Moscow' },
    ManagerName: f.text({
      label: { ru: 'ФИО руководителя', en: 'Manager’s full name' },
      required: true,
      maxLength: nameMaxLength,
    }),
    ManagerEmail: f.email({
      label: { ru: 'Почта руководителя', en: 'Manager’s e-mail' },
      help: { ru: 'На неё уйдёт приглашение', en: 'The invitation goes there' },
      required: true,
    }),
  },
  form: [
    ['Name', 'TimeZone'],
    ['ManagerName', 'ManagerEmail'],
  ],
} as const satisfies FormDescription;

const fieldNames = Object.keys(newCompany.fields);
const listPath = companies.navigation.path;

const createCompany = ({ Name, TimeZone, ManagerName, ManagerEmail }: FieldValues) =>
  api('POST /api/insurancecompany')({
    body: { Name, TimeZone, Manager: { FullName: ManagerName, Email: ManagerEmail } },
  });

/** Form in which a superuser creates a company. After success it shows that the first manager is invited. */
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
