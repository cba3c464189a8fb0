import type { Context, HandlersOf, Request } from '../../context.ts';
import type { Dictionaries } from '../../engine/dictionaries.ts';
import { createRecord, readRecord } from '../../engine/table/records.ts';
import { toRequestContext } from '../../engine/table/requestContext.ts';
import { updateRecord } from '../../engine/table/saving.ts';
import { invalid, notFound } from '../../errors.ts';
import { defineModule } from '../../module.ts';
import { dictionaryEntriesTable } from './table.ts';

const contractTypeDictionary = 'contractTypes';

/** Saves a contract type as an entry of its dictionary. `Id` is the code that the dictionary's options use. */
const saveContractType = (context: Context, dictionaries: Dictionaries, request: Request<'POST /api/contracttype'>) =>
  request.change(async tx => {
    const { Id, ...values } = request.body;
    const requestContext = toRequestContext(context, dictionaries, request);
    if (Id === undefined) {
      if (values.TitleEn === undefined) throw invalid({ field: 'TitleEn', message: 'required' });
      const { Code } = await createRecord(tx, dictionaryEntriesTable, requestContext, {
        Dictionary: contractTypeDictionary,
        ...values,
      });
      return { Id: Number(Code) };
    }
    const entry = await tx.db
      .selectFrom('dictionary_entry')
      .select('id')
      .where('dictionary', '=', contractTypeDictionary)
      .where('code', '=', Id)
      .executeTakeFirstOrThrow(notFound);
    const { Version } = await readRecord(tx.db, dictionaryEntriesTable, requestContext, entry.id);
    await updateRecord(tx, dictionaryEntriesTable, requestContext, entry.id, { ...values, Version });
    return { Id };
  });

const dictionaryHandlers = (context: Context, dictionaries: Dictionaries): HandlersOf<'POST /api/contracttype'> => ({
  'POST /api/contracttype': request => saveContractType(context, dictionaries, request),
});

export const dictionaryEntries = defineModule({
  calls: ({ context, dictionaries }) => dictionaryHandlers(context, dictionaries),
});
