import './parts.css';

/** Series and region of a Russian plate in either alphabet. Foreign plates are not split. */
const russian = /^(\p{L}\d{3}\p{L}{2}|\p{L}{2}\d{3,4}|\d{4}\p{L}{2})(\d{2,3})$/u;

export const PlateMark = ({ children }: { children: string }) => {
  const [, series, region] = russian.exec(children.replace(/\s/g, '')) ?? [];
  return (
    <span className="code plate" title={children}>
      <span>{series ?? children}</span>
      {region && <span>{region}</span>}
    </span>
  );
};
