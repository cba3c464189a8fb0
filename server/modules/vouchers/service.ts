export { copyClient } from './clients.ts';
export { voucherImporter } from './importing.ts';
