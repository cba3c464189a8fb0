/** Functions for other modules. */
export { addAccount } from './adding.ts';
export { endCopied } from './copied.ts';
export { makeInvited, sendInvitation } from './inviting.ts';
export { endLinks, makeLink } from './links.ts';
export { readPortrait } from './portrait.ts';
export { endOneSession, endSessions, openSessions } from './sessions.ts';
export { counters, takeTry } from './throttle.ts';
export { localeOf } from './who.ts';
