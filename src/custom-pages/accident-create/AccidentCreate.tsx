import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useEffect, useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import { showToast } from '../../feedback/toasts.ts';
import { FormActions } from '../../screens/form/FormActions.tsx';
import { GuardedForm } from '../../screens/form/GuardedForm.tsx';
import { Inputs } from '../../screens/record/Inputs.tsx';
import { noReport, report, reportSchema } from './report.ts';
import { SourceInput } from './SourceInput.tsx';
import { useReport } from './useReport.ts';
import { VoucherPicker } from './VoucherPicker.tsx';

const replaced = { VoucherId: VoucherPicker, Source: SourceInput };

/** Form for an accident without a device; opens it once created. */
export const AccidentCreate = () => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const schema = useMemo(() => reportSchema(translate), [translate]);
  const empty = useMemo(() => noReport(translate('frame.report.sources.phone')), [translate]);
  const { data: made, mutateAsync } = useReport();

  // After the form has registered that nothing is unsaved.
  useEffect(() => {
    if (!made) return;
    showToast({ kind: 'success', heading: translate('frame.report.done') });
    navigate(`/cabinet/accidents/opened/${made.Id}/${encodeURIComponent(made.ObjectId)}`, { replace: true });
  }, [made, navigate, translate]);

  return (
    <Paper component="section" sx={{ maxWidth: 'md', p: { xs: 2, md: 3 } }}>
      <Typography variant="h1" gutterBottom>
        {translate('frame.report.title')}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 3 }}>
        {translate('frame.report.about')}
      </Typography>
      <GuardedForm
        schema={schema}
        defaultValues={empty}
        onSubmit={async values => {
          await mutateAsync(values);
          return undefined;
        }}
      >
        <Inputs resource={report} names={Object.keys(report.fields)} replaced={replaced} />
        <FormActions save={translate('frame.report.submit')} saving={translate('frame.report.sending')} always>
          <Button component={Link} to="/cabinet/accidents/opened/">
            {translate('frame.report.cancel')}
          </Button>
        </FormActions>
      </GuardedForm>
    </Paper>
  );
};
