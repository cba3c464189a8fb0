/** What other modules use of this one. */
export { addAccount } from './adding.ts';
export { makeLink } from './links.ts';
export { readPortrait } from './portrait.ts';
export { isTimeZone } from './settings.ts';
