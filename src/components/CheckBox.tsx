import type { ComponentProps } from 'react';
import './checkBox.css';

type Props = Omit<ComponentProps<'input'>, 'type'> & { readonly indeterminate?: boolean };

/** The browser's own checkbox, styled like MUI's. It is cheap, because a page may have a hundred of them. */
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
