import { Link } from 'react-router-dom';
import { BrandMark } from '../../components/BrandMark.tsx';
import { config } from '../../config.ts';
import { LazyBoundary, lazyComponent } from '../../feedback/LazyBoundary.tsx';

const CompanyMark = lazyComponent('CompanyMark', () => import('./CompanyMark.tsx'));

export const Brand = ({ mini = false }: { mini?: boolean }) => (
  <Link to="/" aria-label="Drivedesk" className="brand">
    {config.logoUrl ? (
      <LazyBoundary failed={<BrandMark />} waiting={<BrandMark />}>
        <CompanyMark />
      </LazyBoundary>
    ) : (
      <BrandMark />
    )}
    {!mini && (
      <span className="brand-word">
        <i />
        Drivedesk
      </span>
    )}
  </Link>
);
