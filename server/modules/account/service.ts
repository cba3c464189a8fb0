/** Public interface for other modules. */
export { readPortrait } from './portrait.ts';
