// A module of its own, because states.ts and limits.ts load before the first list row.

/** How often a scheduled export is sent. */
export const scheduleFrequencies = ['day', 'week', 'month'] as const;
export type ScheduleFrequency = (typeof scheduleFrequencies)[number];
/** What is sent: the file of a list, or a letter with the figures of a week. */
export const scheduleContents = ['list', 'summary'] as const;
/** States of a run of a scheduled export: its file is written, its letters are sent, or it is over. */
export const scheduleRunStates = ['writing', 'sending', 'sent', 'failed'] as const;
export type ScheduleRunState = (typeof scheduleRunStates)[number];

/** Limits of exports that are sent regularly by mail: schedules per company, recipients and name of one schedule. */
export const schedulesMax = 100;
export const scheduleRecipientsMax = 50;
export const scheduleNameMaxLength = 100;
