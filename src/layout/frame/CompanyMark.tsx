import { BrandMark } from '../../components/BrandMark.tsx';
import { Svg } from '../../components/svg/Svg.tsx';
import { config } from '../../config.ts';

/** The insurer's logo, or the product's logo if the insurer's cannot be shown. */
export const CompanyMark = () => (
  <Svg src={config.logoUrl} sx={theme => ({ width: theme.spacing(3.5), height: theme.spacing(3.5), flexShrink: 0 })}>
    <BrandMark />
  </Svg>
);
