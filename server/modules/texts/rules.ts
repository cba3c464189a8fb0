import { directionControls } from '../../../src/kinds/plain.ts';
import { DomainError, type FieldFault } from '../../errors.ts';

/** What is filled in when a text is shown: `%{name}`. */
const placeholdersOf = (text: string): readonly string[] => [...new Set(text.match(/%\{\w+\}/g) ?? [])].sort();
/** Forms of a counted noun, as react-admin divides them. */
const formsOf = (text: string): number => text.split('||||').length;

const faultOf = (text: string, builtIn: string): Omit<FieldFault, 'field'> | undefined => {
  if (text.trim() === '') return { message: 'required' };
  // Neither markup nor characters that turn the text around them.
  if (/<\s*[a-z/!]|&[a-z#]\w*;/i.test(text) || text.search(directionControls) >= 0) return { message: 'markup' };
  const [wanted, found] = [placeholdersOf(builtIn), placeholdersOf(text)];
  if (wanted.join() !== found.join()) return { message: 'placeholders', values: { values: wanted.join(', ') || '—' } };
  return formsOf(text) === formsOf(builtIn)
    ? undefined
    : { message: 'pluralForms', values: { count: formsOf(builtIn) } };
};

/** Refuses a text that could not stand in place of the built-in one; `builtIn` undefined: there is none by this key. */
export const requireFitting = (text: string | null, builtIn: string | undefined): void => {
  const refuse = (fault: FieldFault) => new DomainError('RULE_BROKEN', { fields: [fault] });
  if (builtIn === undefined) throw refuse({ field: 'Key', message: 'unknownKey' });
  const fault = text === null ? undefined : faultOf(text, builtIn);
  if (fault) throw refuse({ field: 'Text', ...fault });
};
