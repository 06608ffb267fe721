/** Cuts a stream of bytes into HTTP messages with a Content-Length, head and body together. */

const HEAD_END = '\r\n\r\n';

/** Returns a function that takes chunks. Calls `onMessage` with each complete message. */
export function createMessages(onMessage) {
  let pending = Buffer.alloc(0);
  return (chunk) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    for (;;) {
      const headEnd = pending.indexOf(HEAD_END);
      if (headEnd < 0) return;
      const head = pending.toString('latin1', 0, headEnd);
      const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
      if (length === undefined && /\r\ntransfer-encoding:/i.test(head))
        throw new Error('chunked messages are not read');
      const end = headEnd + HEAD_END.length + Number(length ?? 0);
      if (pending.length < end) return;
      const message = pending.subarray(0, end);
      pending = pending.subarray(end);
      onMessage(message);
    }
  };
}
