import { listDisplays } from '../../contract/states.ts';
import type { ListDisplay } from './appearance.ts';
import { ControlSelect } from './ControlSelect.tsx';
import { useListView } from './view.tsx';

export const DisplaySelect = () => {
  const { i18n, display, isNarrow, setDisplay } = useListView();
  return (
    <ControlSelect<ListDisplay>
      label={i18n.translate('lists.display')}
      value={display}
      defaultText={i18n.translate(isNarrow ? 'lists.cards' : 'lists.table')}
      options={listDisplays.map(value => ({ value, text: i18n.translate(`lists.${value}`) }))}
      onChange={setDisplay}
    />
  );
};
