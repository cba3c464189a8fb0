import { listDensities } from '../../contract/states.ts';
import type { ListDensity } from './appearance.ts';
import { ControlSelect } from './ControlSelect.tsx';
import { useListView } from './view.tsx';

/** Selects the row density of this list. If none is selected, the user's settings decide. */
export const DensitySelect = () => {
  const { i18n, density, setDensity } = useListView();
  return (
    <ControlSelect<ListDensity>
      isWide
      label={i18n.translate('lists.density')}
      value={density}
      options={listDensities.map(value => ({ value, text: i18n.translate(`lists.${value}`) }))}
      onChange={setDensity}
    />
  );
};
