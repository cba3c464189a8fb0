import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface Props {
  readonly to: string;
  /** One is on this page or below it. */
  readonly active: boolean;
  readonly title?: string;
  /** Only its icon is in sight. */
  readonly mini?: boolean;
  readonly onFollow?: () => void;
  readonly children: ReactNode;
}

/** A line of a menu: a real link, marked while its page is open. */
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
