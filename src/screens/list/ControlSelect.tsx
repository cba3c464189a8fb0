import ArrowDropDown from '@mui/icons-material/ArrowDropDown';
import { useId } from 'react';
import { unselected } from '../../dataProvider/order.ts';
import { useListView } from './view.tsx';

interface Props<Value extends string> {
  label: string;
  /** True: the select takes the available width. On narrow screens every select does so. */
  isWide?: boolean;
  value: Value;
  /** Text of the default, which applies while the user has chosen no option. The first option names it. */
  defaultText?: string | undefined;
  options: readonly { readonly value: Value; readonly text: string }[];
  onChange: (value: Value) => void;
}

/** A select whose first option is "unselected". It is native, because that is small and familiar on phones. */
export const ControlSelect = <Value extends string>({
  label,
  isWide,
  value,
  defaultText,
  options,
  onChange,
}: Props<Value>) => {
  const { i18n, isNarrow } = useListView();
  const id = useId();
  return (
    <div className="control" data-wide={isNarrow || isWide || undefined}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value as Value)}>
        <option
          value={unselected}
          label={defaultText && i18n.translate('lists.unselectedBut', { applied: defaultText })}
        >
          {i18n.translate('lists.unselected')}
        </option>
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
      <ArrowDropDown aria-hidden />
    </div>
  );
};
