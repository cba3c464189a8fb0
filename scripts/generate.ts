import { writeDatabaseTypes } from './database-types.ts';
import { recordExamples } from './examples.ts';
import { writeReference } from './reference.ts';
import { writeRoles } from './roles.ts';

/*
 * `npm run generate`: writes what follows from the contract, the descriptions and the migrations. Tests fail while a
 * file is out of date. `npm run generate -- docs` or `types` writes one of them. Examples need a run of tests:
 * `npm run generate -- examples [test files]`.
 */
const docs = async (): Promise<void> => {
  await writeReference();
  await writeRoles();
};
const generators: { readonly [name: string]: (files: readonly string[]) => Promise<void> } = {
  docs,
  types: writeDatabaseTypes,
  examples: recordExamples,
};

const [name, ...files] = process.argv.slice(2);
if (name === undefined) {
  await docs();
  await writeDatabaseTypes();
} else {
  const generate = generators[name];
  if (!generate)
    throw new Error(`Nothing to generate is called "${name}". There are: ${Object.keys(generators).join(', ')}.`);
  await generate(files);
}
