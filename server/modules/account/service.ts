/** What other modules use of this one. */
export { readPortrait } from './portrait.ts';
