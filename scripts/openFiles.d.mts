/** Returns the fault of the open-file limit with its remedy. Undefined if the limit suffices or is unknown. */
export declare const openFilesFault: () => string | undefined;
