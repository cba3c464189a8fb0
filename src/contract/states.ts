// This module does not import the schema library, because pages need these values before the first list row is shown.

/** Buckets of accidents: new, processed, and mini-losses (too weak or implausible to be a crash). */
export const accidentStatuses = ['opened', 'closed', 'notvalid'] as const;
export type AccidentStatus = (typeof accidentStatuses)[number];

/** Kinds of cases: an impact (or an alarm of one), or a call for help by the SOS button in the car. */
export const accidentKinds = ['crash', 'sos'] as const;
export type AccidentKind = (typeof accidentKinds)[number];

/**
 * Buckets that a case of each bucket can move to. A move needs a reason if `needsReason` returns true for its target.
 */
export const accidentMoves: { readonly [From in AccidentStatus]: readonly AccidentStatus[] } = {
  opened: ['closed', 'notvalid'],
  closed: ['opened'],
  notvalid: ['opened'],
};
export const needsReason = (targetStatus: AccidentStatus): boolean => targetStatus !== 'closed';

/** Possible owners of a device. */
export const terminalAffiliations = ['insurer', 'installer', 'client', 'leased'] as const;
export type TerminalAffiliation = (typeof terminalAffiliations)[number];
/** Codes of the owners in the dictionary `terminalAffiliations`. Vouchers hold these codes. */
export const affiliationCodes: { readonly [Whose in TerminalAffiliation]: number } = {
  insurer: 1,
  client: 2,
  installer: 3,
  leased: 4,
};
export const affiliationOfCode = (code: unknown): TerminalAffiliation | undefined =>
  terminalAffiliations.find(affiliation => affiliationCodes[affiliation] === code);

/**
 * Severity of the impact by its change of velocity: mini < 8 km/h ≤ minor < 20 km/h ≤ major. If the change is unknown, by
 * its peak: mini < 2.5 g ≤ minor < 4 g ≤ major. The bounds are settings.
 */
export const severities = ['mini', 'minor', 'major'] as const;
export type Severity = (typeof severities)[number];

/** States of an account. `invited`: its owner has not opened the invitation yet. `blocked`: it cannot sign in. */
export const accountStates = ['invited', 'active', 'blocked'] as const;

/** States of a job. The last three are final. */
export const jobStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof jobStates)[number];
/** Kinds of notifications that the author of a job receives at its end. */
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

/** States of a bulk change. */
export const bulkStates = ['checking', 'ready', 'running', 'done', 'undoing', 'undone', 'cancelled', 'failed'] as const;
/** States of an import. */
export const importStates = ['uploaded', 'checking', 'checked', 'importing', 'done', 'undoing', 'undone'] as const;
export type ImportState = (typeof importStates)[number];

export const exportFormats = ['csv', 'xlsx', 'pdf'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Audience of a saved view: its author, all accounts of a role, or the company. */
export const viewAudiences = ['me', 'role', 'company'] as const;
export type ViewAudience = (typeof viewAudiences)[number];
export const listDisplays = ['table', 'cards'] as const;
/** Heights of the rows or cards of a list. */
export const listDensities = ['compact', 'usual', 'spacious'] as const;
/** Numbers of rows per page that a list offers. */
export const pageSizes = [10, 25, 30, 50] as const;
/** Minimum and maximum width of a column, characters. */
export const columnWidthMinCh = 4;
export const columnWidthMaxCh = 120;
/** States of a contract, derived from its dates. `ContractStatus` in the API is the position in this list, from 1. */
export const contractStates = ['draft', 'inForce', 'ending', 'ended', 'terminated'] as const;
export type ContractState = (typeof contractStates)[number];

/**
 * Reasons to doubt the figures of an impact.
 * The recording is wrong: `unit` (m/s² sent as g), `gravity` (no 1 g at rest), `notUpright` (z does not point up),
 * `frozenAxis` (an axis does not change), `spike` (a single sample; from before such samples were left out), `tooShort`
 * (less than three samples or 30 ms), `againstFixes` (weak, but the fixes show a loss of speed that brakes cannot cause).
 * The recording was repaired: `sampleLeftOut` (a single sample that cannot be right was left out, and the rest judged),
 * `gravityRemoved` (the sender had removed gravity).
 * The recording is incomplete: `beginsInside` and `endsInside` (it begins or ends inside the impact), `zeroUnknown`
 * (the sensor's zero is unknown), `slowRate` (below 50 Hz), `damaged` (samples are missing, or the start, range or
 * frame is wrong). `clockShifted`: the times of the curve did not contain the crash. `clockWrong`: the device's
 * clock was wrong by years, so the time is that of the report's arrival or was repaired.
 * The axes are not those of the vehicle, as drives show, although the device says so: `axesTurned`.
 * The direction of up is doubtful in the device frame: `upFromRecord` (computed from this recording), `upUnknown`.
 * The speed before the impact is doubtful: `fixSpeed` and `deviceSpeed` (the two speeds contradict each other, and this
 * one is rejected), `speedUnconfirmed` (no fix is close to the device's speed).
 */
export const crashDoubts = [
  'unit',
  'gravity',
  'notUpright',
  'frozenAxis',
  'spike',
  'tooShort',
  'againstFixes',
  'sampleLeftOut',
  'gravityRemoved',
  'beginsInside',
  'endsInside',
  'zeroUnknown',
  'upFromRecord',
  'upUnknown',
  'slowRate',
  'axesTurned',
  'clockShifted',
  'clockWrong',
  'damaged',
  'fixSpeed',
  'deviceSpeed',
  'speedUnconfirmed',
] as const;
export type CrashDoubt = (typeof crashDoubts)[number];
/** Faults of the whole recording. Force and direction computed from such a recording are not reliable. */
export const implausibleDoubts: readonly CrashDoubt[] = [
  'unit',
  'gravity',
  'notUpright',
  'frozenAxis',
  'spike',
  'tooShort',
  'againstFixes',
];

export const speedDoubts: readonly CrashDoubt[] = ['fixSpeed', 'deviceSpeed', 'speedUnconfirmed'];
