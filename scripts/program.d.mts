export declare const programFile: (name: string) => Promise<string>;
