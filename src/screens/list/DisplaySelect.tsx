import { ControlSelect } from './ControlSelect.tsx';
import { type Display, displays, useListView } from './view.tsx';

export const DisplaySelect = () => {
  const { words, display, setDisplay } = useListView();
  return (
    <ControlSelect<Display>
      label={words.translate('lists.display')}
      value={display}
      options={displays.map(value => ({ value, text: words.translate(`lists.${value}`) }))}
      onChange={setDisplay}
    />
  );
};
