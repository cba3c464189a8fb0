export { voucherImporter } from './importing.ts';
export { copyClient } from './clients.ts';
