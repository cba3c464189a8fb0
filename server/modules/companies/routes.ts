import type { Context, HandlersOf } from '../../context.ts';
import type { Dictionaries } from '../../engine/dictionaries.ts';
import { saveCompany } from './service.ts';

export const companyHandlers = (
  context: Context,
  dictionaries: Dictionaries,
): HandlersOf<'POST /api/insurancecompany'> => ({
  'POST /api/insurancecompany': request => saveCompany(context, dictionaries, request),
});
