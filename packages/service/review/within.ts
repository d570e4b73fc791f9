/** Something took longer than it may. */
export class TookTooLong extends Error {
  override readonly name = "TookTooLong";
}

/** Waits for something that may never come, as an answer of a page. @throws {TookTooLong} */
export async function within<Value>(ms: number, awaited: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TookTooLong(`It took longer than ${ms} ms.`)), ms);
  try {
    return await Promise.race([awaited, promise]);
  } finally {
    clearTimeout(timer);
    // Nobody waits for it any more.
    awaited.catch(() => {});
  }
}
