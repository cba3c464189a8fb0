export interface StreamItem {
  /** Absent: a beat, which only tells how far the stream has come. */
  readonly event?: string;
  readonly id?: number;
  readonly data?: unknown;
}

const fieldsOf = (block: string): Map<string, string> =>
  new Map(
    block.split('\n').flatMap(line => {
      const colon = line.indexOf(':');
      return colon > 0 ? [[line.slice(0, colon), line.slice(colon + 1).trimStart()] as const] : [];
    }),
  );

const itemOf = (block: string): StreamItem => {
  const fields = fieldsOf(block);
  const id = fields.get('id');
  const data = fields.get('data');
  return {
    ...(id !== undefined && { id: Number(id) }),
    ...(data !== undefined && { event: fields.get('event') ?? 'message', data: JSON.parse(data) as unknown }),
  };
};

/** Reads server-sent events off the bytes of an answer; a block cut in two by the network is put together. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamItem> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) yield itemOf(block);
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
