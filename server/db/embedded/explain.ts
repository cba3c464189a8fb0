/** What was attempted, followed by why it failed. */
export const explain = (what: string, cause: unknown): Error =>
  new Error(`${what}\n${(cause instanceof Error ? cause.message : String(cause)).trim()}`, { cause });
