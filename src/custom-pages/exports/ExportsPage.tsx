import { config } from '../../config.ts';
import { Basket } from './Basket.tsx';
import { NoExports } from './NoExports.tsx';

export const ExportsPage = () => (config.layout.cart ? <Basket /> : <NoExports text="shell.coming.exports" />);
