import { directionControls } from '../../../src/schema/kinds/plain.ts';
import { DomainError, type FieldFault } from '../../errors.ts';

/** Names of the placeholders in a text: `%{name}`. */
const placeholdersOf = (text: string): readonly string[] => [...new Set(text.match(/%\{\w+\}/g) ?? [])].sort();
/** Number of plural forms, which react-admin separates by `||||`. */
const formsOf = (text: string): number => text.split('||||').length;

const faultOf = (text: string, builtIn: string): Omit<FieldFault, 'field'> | undefined => {
  if (text.trim() === '') return { message: 'required' };
  // Rejects markup, and characters that change the text direction.
  if (/<\s*[a-z/!]|&[a-z#]\w*;/i.test(text) || text.search(directionControls) >= 0) return { message: 'markup' };
  const [wanted, found] = [placeholdersOf(builtIn), placeholdersOf(text)];
  if (wanted.join() !== found.join()) return { message: 'placeholders', values: { values: wanted.join(', ') || '—' } };
  return formsOf(text) === formsOf(builtIn)
    ? undefined
    : { message: 'pluralForms', values: { count: formsOf(builtIn) } };
};

/** Throws for a text that cannot replace the built-in one. `builtIn` undefined: no text has this key. */
export const requireFitting = (text: string | null, builtIn: string | undefined): void => {
  const refuse = (fault: FieldFault) => new DomainError('RULE_BROKEN', { fields: [fault] });
  if (builtIn === undefined) throw refuse({ field: 'Key', message: 'unknownKey' });
  const fault = text === null ? undefined : faultOf(text, builtIn);
  if (fault) throw refuse({ field: 'Text', ...fault });
};
