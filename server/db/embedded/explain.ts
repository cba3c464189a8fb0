/** What was attempted, followed by the failed program's output. */
export const explain = (what: string, cause: unknown): Error => {
  const detail = cause instanceof Error ? ((cause as { stderr?: string }).stderr ?? cause.message) : String(cause);
  return new Error(`${what}\n${detail.trim()}`, { cause });
};
