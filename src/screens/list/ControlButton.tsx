import type { ComponentProps, ReactNode } from 'react';

interface Props extends ComponentProps<'button'> {
  readonly icon: ReactNode;
}

/**
 * Button that opens a popover of the list. It is plain HTML, because it is rendered before the first row and must be
 * fast.
 */
export const ControlButton = ({ icon, children, ...props }: Props) => (
  <button type="button" className="control-button" {...props}>
    {icon}
    <span className="cut">{children}</span>
  </button>
);
