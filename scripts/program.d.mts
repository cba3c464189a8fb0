export declare const programFile: (name: string) => Promise<string>;
export declare const digestOf: (sources: readonly string[]) => Promise<string>;
export const onNpmGone: (end: () => void) => void;
/** Returns the fault of the open-file limit with its remedy. Undefined if the limit suffices or is unknown. */
export declare const openFilesFault: () => string | undefined;
