// Apart from the shapes: the cabinet needs these before the first row, but not the schema library.

/** Buckets of accidents: to be processed, processed, too weak or implausible to be a crash. */
export const accidentStatuses = ['opened', 'closed', 'notvalid'] as const;
export type AccidentStatus = (typeof accidentStatuses)[number];

/** Kinds of cases: an impact (or an alarm of one), or a call for help by the button in the car. */
export const accidentKinds = ['crash', 'sos'] as const;
export type AccidentKind = (typeof accidentKinds)[number];

/** Allowed moves between buckets; those in `reasonNeeded` require a reason. */
export const accidentMoves: { readonly [From in AccidentStatus]: readonly AccidentStatus[] } = {
  opened: ['closed', 'notvalid'],
  closed: ['opened'],
  notvalid: ['opened'],
};
export const reasonNeeded = (to: AccidentStatus): boolean => to !== 'closed';

/** Owners of devices. */
export const terminalAffiliations = ['insurer', 'installer', 'client', 'leased'] as const;
export type TerminalAffiliation = (typeof terminalAffiliations)[number];
/** Codes of the dictionary `terminalAffiliations`, which vouchers carry. */
export const affiliationCodes: { readonly [Whose in TerminalAffiliation]: number } = {
  insurer: 1,
  client: 2,
  installer: 3,
  leased: 4,
};
export const affiliationOfCode = (code: unknown): TerminalAffiliation | undefined =>
  terminalAffiliations.find(whose => affiliationCodes[whose] === code);

/** Class of the impact by its peak: mini < 2.5 g ≤ minor < 4 g ≤ major (settings). */
export const severities = ['mini', 'minor', 'major'] as const;
export type Severity = (typeof severities)[number];

/** An account: its owner has not come by the link yet, comes and goes, or is kept out. */
export const accountStates = ['invited', 'active', 'blocked'] as const;

/** Where a job is: waiting for its turn, at work, over in one way or another. */
export const jobStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof jobStates)[number];
/** What the author of a job is told at its end. */
export const jobNoticeKinds = [
  'export',
  'exportFailed',
  'bulk',
  'bulkFailed',
  'import',
  'importFailed',
  'recompute',
  'recomputeFailed',
  'dossier',
  'dossierFailed',
] as const;

/** Where an action on many records is: looked at, done, undone; or stopped in one of these. */
export const bulkStates = ['checking', 'ready', 'running', 'done', 'undoing', 'undone', 'cancelled', 'failed'] as const;
/** How far an import is: what it waits for, what is being done, what became of it. */
export const importStates = ['uploaded', 'checking', 'checked', 'importing', 'done', 'undoing', 'undone'] as const;
export type ImportState = (typeof importStates)[number];

export const exportFormats = ['csv', 'xlsx', 'pdf'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Whom a saved view of a list is for: its author, everybody of a role, the company. */
export const viewAudiences = ['me', 'role', 'company'] as const;
export type ViewAudience = (typeof viewAudiences)[number];
export const listDisplays = ['table', 'cards'] as const;
/** How close the rows or cards of a list stand. */
export const listDensities = ['compact', 'usual', 'spacious'] as const;
/** Rows on a page of a list, as offered. */
export const pageSizes = [10, 25, 30, 50] as const;
/** Narrowest and widest a column can be made, characters. */
export const columnWidthMinCh = 4;
export const columnWidthMaxCh = 120;
/** How it stands with a contract, by its dates; the wire's `ContractStatus` is the place in this list, from 1. */
export const contractStates = ['draft', 'inForce', 'ending', 'ended', 'terminated'] as const;
export type ContractState = (typeof contractStates)[number];
