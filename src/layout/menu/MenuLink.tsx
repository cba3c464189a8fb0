import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface Props {
  readonly to: string;
  /** True if the link's page, or a page below it, is open. */
  readonly active: boolean;
  readonly title?: string;
  readonly mini?: boolean;
  readonly onFollow?: () => void;
  readonly children: ReactNode;
}

export const MenuLink = ({ to, active, title, mini, onFollow, children }: Props) => (
  <Link
    className="menu-link"
    to={to}
    title={title}
    onClick={onFollow}
    data-mini={mini || undefined}
    data-active={active || undefined}
    aria-current={active ? 'page' : undefined}
  >
    {children}
  </Link>
);
