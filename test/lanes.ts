/** Does the same for each of many things, so many at a time. @returns What was found, in the order in which it was. */
export async function eachOf<Thing, Found>(
  things: Iterable<Thing>,
  atATime: number,
  work: (thing: Thing) => Promise<Found>,
): Promise<readonly Found[]> {
  const waiting = things[Symbol.iterator]();
  const found: Found[] = [];
  const lane = async (): Promise<void> => {
    for (let next = waiting.next(); next.done !== true; next = waiting.next()) found.push(await work(next.value));
  };
  await Promise.all(Array.from({ length: atATime }, lane));
  return found;
}
