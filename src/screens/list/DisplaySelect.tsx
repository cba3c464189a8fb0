import { ControlSelect } from './ControlSelect.tsx';
import { type Display, displays, useListView } from './view.tsx';

export const DisplaySelect = () => {
  const { i18n, display, setDisplay } = useListView();
  return (
    <ControlSelect<Display>
      label={i18n.translate('lists.display')}
      value={display}
      options={displays.map(value => ({ value, text: i18n.translate(`lists.${value}`) }))}
      onChange={setDisplay}
    />
  );
};
