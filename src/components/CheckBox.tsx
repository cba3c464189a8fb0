import type { ComponentProps } from 'react';
import './checkBox.css';

type Props = Omit<ComponentProps<'input'>, 'type'> & { readonly indeterminate?: boolean };

/** The browser's own checkbox, drawn like MUI's; of these there may be a hundred on a page. */
export const CheckBox = ({ indeterminate = false, ...props }: Props) => (
  <input
    {...props}
    ref={box => {
      if (box) box.indeterminate = indeterminate;
    }}
    type="checkbox"
    className="check-box"
  />
);
