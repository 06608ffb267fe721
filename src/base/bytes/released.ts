/** A smaller amount of memory is not worth the time of a call. */
const MIN_BYTES = 4 * 1024;

/**
 * Releases the memory of bytes or numbers that nobody needs any more. Their length is 0 afterwards. The garbage collector
 * alone is late: an array that has lived for a while waits for a collection of the whole heap. A thread with few objects
 * has few such collections, while tens of megabytes wait outside its heap.
 */
export function release({ buffer }: { readonly buffer: ArrayBufferLike }): void {
  // The memory moves to a new object. New objects are collected soon.
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= MIN_BYTES) structuredClone(buffer, { transfer: [buffer] });
}
