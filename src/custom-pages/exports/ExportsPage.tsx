import { basketOn } from '../../components/basket.ts';
import { Basket } from './Basket.tsx';
import { NoExports } from './NoExports.tsx';

/** What was put aside for export. */
export const ExportsPage = () => (basketOn ? <Basket /> : <NoExports text="shell.coming.exports" />);
