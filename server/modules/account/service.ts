/** Functions of the module `account` that other modules may use. */

export { localeOf } from './accountByLogin.ts';
export { addAccount } from './accountCreation.ts';
export { createInvitedAccount, sendInvitation } from './invitations.ts';
export { createPasswordLink, invalidateLinks } from './links.ts';
export { readPortrait } from './portrait.ts';
export { revokeReplayedSession } from './replayedSession.ts';
export { endOneSession, endSessions, openSessions } from './sessions.ts';
export { attemptCounters, takeTry } from './throttle.ts';
