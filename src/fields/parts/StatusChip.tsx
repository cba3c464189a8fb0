import './parts.css';

export const StatusChip = ({ children }: { children: string }) => (
  <span className="pill" title={children}>
    {children}
  </span>
);
