import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { useTranslate } from 'react-admin';
import { useAccount } from '../../../authProvider/account.ts';
import { holdsOne } from '../../../contract/access.ts';
import { places } from '../../../routes/places.ts';
import { routeTable } from '../../../routes/table.ts';
import { Labelled } from '../parts/Labelled.tsx';

interface Props {
  readonly value: string;
  readonly onChange: (path: string) => void;
}

/**
 * Page after sign-in, if there is no page to return to. The options are all pages with a tile that the user may open.
 */
export const StartPageField = ({ value, onChange }: Props) => {
  const translate = useTranslate();
  const held = useAccount()?.Roles ?? [];
  const pages = routeTable.filter(
    ({ path, tile, roles }) => path === places.home || (tile !== undefined && holdsOne(held, roles)),
  );
  const known = pages.some(({ path }) => path === value);
  return (
    <Labelled label={translate('user.start.label')}>
      {({ id, labelId }) => (
        <Select
          id={id}
          size="small"
          labelId={labelId}
          value={known ? value : places.home}
          onChange={event => onChange(event.target.value === places.home ? '' : event.target.value)}
          sx={{ maxWidth: theme => theme.frame.form }}
        >
          {pages.map(({ path, title }) => (
            <MenuItem key={path} value={path}>
              {translate(`routes.${title}`)}
            </MenuItem>
          ))}
        </Select>
      )}
    </Labelled>
  );
};
