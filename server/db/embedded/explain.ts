/** Returns an error with the attempted action, followed by the reason of the failure. */
export const explain = (what: string, cause: unknown): Error =>
  new Error(`${what}\n${(cause instanceof Error ? cause.message : String(cause)).trim()}`, { cause });
