import type { ComponentProps, ReactNode } from 'react';

interface Props extends ComponentProps<'button'> {
  readonly icon: ReactNode;
}

/** Button that opens something of the list; a plain element, since it stands before the first row is drawn. */
export const ControlButton = ({ icon, children, ...props }: Props) => (
  <button type="button" className="control-button" {...props}>
    {icon}
    <span className="cut">{children}</span>
  </button>
);
