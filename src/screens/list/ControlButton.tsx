import type { ComponentProps, ReactNode } from 'react';

interface Props extends ComponentProps<'button'> {
  readonly icon: ReactNode;
}

/** Button of a popover in the list. It is a plain element, because it is drawn before the first row. */
export const ControlButton = ({ icon, children, ...props }: Props) => (
  <button type="button" className="control-button" {...props}>
    {icon}
    <span className="cut">{children}</span>
  </button>
);
