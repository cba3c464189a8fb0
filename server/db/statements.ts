/** Patterns of quoted texts and line comments, whose semicolons end no statement. Each matches only at `lastIndex`. */
const quoted = [
  // E'…' has backslashes, '…' has not. Both double a quote.
  /[eE]'(?:[^'\\]|\\[\s\S]|'')*'/y,
  /'(?:[^']|'')*'/y,
  /"(?:[^"]|"")*"/y,
  /\$([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*|)\$[\s\S]*?\$\1\$/y,
  /--[^\n\r]*/y,
];
const word = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y;

const matchAt = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
};

/** Length of the block comment at `at`, which may contain others. */
const commentLength = (text: string, at: number): number => {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = at;
  let depth = 0;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return marks.lastIndex - at;
  }
  return text.length - at;
};

/** Returns length and kind of the token at `at`: a quoted text, a comment, a word or a single character. */
const pieceAt = (
  text: string,
  at: number,
): { readonly length: number; readonly kind: 'comment' | 'word' | 'other' } => {
  if (text.startsWith('/*', at)) return { length: commentLength(text, at), kind: 'comment' };
  for (const pattern of quoted) {
    const found = matchAt(pattern, text, at);
    if (found) return { length: found.length, kind: found.startsWith('--') ? 'comment' : 'other' };
  }
  const found = matchAt(word, text, at);
  return found ? { length: found.length, kind: 'word' } : { length: 1, kind: 'other' };
};

/**
 * Splits SQL into its statements, without the semicolons between them. Semicolons in quotes, dollar quotes, comments,
 * parentheses and bodies of functions (`begin atomic … end`) end no statement. Pieces that consist of comments are left
 * out.
 */
export const splitStatements = (text: string): readonly string[] => {
  const statements: string[] = [];
  let from = 0;
  let depth = 0;
  /** Number of open `end`s: of the body and of the `case`s in it. */
  let ends = 0;
  let before = '';
  let said = false;
  const finish = (to: number) => {
    if (said) statements.push(text.slice(from, to).trim());
    from = to + 1;
    depth = 0;
    ends = 0;
    said = false;
  };
  for (let at = 0; at < text.length; ) {
    const { length, kind } = pieceAt(text, at);
    const piece = text.slice(at, at + length);
    if (piece === ';' && depth === 0 && ends === 0) finish(at);
    else if (kind !== 'comment' && piece.trim() !== '') {
      said = true;
      const lower = kind === 'word' ? piece.toLowerCase() : piece;
      if (lower === '(') depth += 1;
      else if (lower === ')') depth = Math.max(0, depth - 1);
      else if (ends === 0 ? before === 'begin' && lower === 'atomic' : lower === 'case') ends += 1;
      else if (ends > 0 && lower === 'end') ends -= 1;
      before = lower;
    }
    at += length;
  }
  finish(text.length);
  return statements;
};
