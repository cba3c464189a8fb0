import Typography from '@mui/material/Typography';
import { type Role, roleLabels } from '../contract/access.ts';
import { useI18n } from '../fields/useI18n.ts';

/** Says which role may change what the page shows. */
export const ReadOnlyNote = ({ role }: { role: Role }) => {
  const { translate, locale } = useI18n();
  return (
    <Typography variant="body2" color="textSecondary" component="span">
      {translate('admin.onlyRole', { role: roleLabels[role][locale] })}
    </Typography>
  );
};
