import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { api } from '../../api/client.ts';
import { nameMaxLength } from '../../contract/limits.ts';
import { companies } from '../../resources/companies.ts';
import type { Described } from '../../schema/define.ts';
import { f } from '../../schema/fields.ts';
import { NewRecordCard } from '../../screens/record/NewRecordCard.tsx';

/** Fields of the form that creates a company and its first manager. */
const newCompany = {
  name: 'newCompany',
  fields: {
    Name: companies.fields.Name,
    TimeZone: { ...companies.fields.TimeZone, initially: 'Europe/Moscow' },
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
} as const satisfies Described;

const names = Object.keys(newCompany.fields);
const list = companies.place.path;

const make = ({ Name, TimeZone, ManagerName, ManagerEmail }: FieldValues) =>
  api('POST /api/insurancecompany')({
    body: { Name, TimeZone, Manager: { FullName: ManagerName, Email: ManagerEmail } },
  });

/** Form in which a superuser creates a company. After success it shows that the first manager is invited. */
export const CompanyCreate = () => {
  const translate = useTranslate();
  const { data: made, variables, mutateAsync } = useMutation({ mutationFn: make });
  return (
    <NewRecordCard
      resource={newCompany}
      names={names}
      title={translate('resources.companies.add')}
      about={translate('admin.company.about')}
      save={translate('admin.company.make')}
      cancelTo={list}
      onSubmit={mutateAsync}
      made={
        made && (
          <Alert
            severity="success"
            action={
              <Button component={Link} to={list} color="inherit">
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
