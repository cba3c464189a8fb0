export declare const digestOf: (sources: readonly string[]) => Promise<string>;
