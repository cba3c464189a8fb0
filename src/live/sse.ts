import { EventSourceParserStream } from 'eventsource-parser/stream';

export interface StreamItem {
  /** Type of the event. Absent: a heartbeat, which carries only the number of the last event. */
  readonly event?: string;
  readonly id?: number;
  readonly data?: unknown;
}

/** Parses the server-sent events of a response body. Rejects when the stream breaks. */
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
