import { EventSourceParserStream } from 'eventsource-parser/stream';

export interface StreamItem {
  /** Absent: a beat, which only tells how far the stream has come. */
  readonly event?: string;
  readonly id?: number;
  readonly data?: unknown;
}

/** Reads server-sent events off the bytes of an answer. A stream that breaks rejects. */
export async function* readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<StreamItem> {
  const reader = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const { id, event = 'message', data } = value;
      yield {
        ...(id !== undefined && { id: Number(id) }),
        ...(event !== 'beat' && { event, data: JSON.parse(data) as unknown }),
      };
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
