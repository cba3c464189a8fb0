export declare const modifiedAt: (path: string) => Promise<number>;
export declare const makeProgram: () => Promise<void>;
export declare const programFile: (name: string) => Promise<string>;
