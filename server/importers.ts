import type { Importer } from './engine/table/importer.ts';
import { voucherImporter } from './modules/vouchers/routes.ts';
import { resourceNamed } from './resources.ts';

/** Importers of the resources that are described with `imports`. */
const importers: Readonly<Record<string, Importer>> = { vouchers: voucherImporter };

export const importerOf = (name: string) => {
  const importer = importers[name];
  if (!importer) throw new Error(`Nothing brings in records of "${name}" from files`);
  return { resource: resourceNamed(name), importer };
};
