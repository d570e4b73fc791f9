/** The instant so many milliseconds after another one; before it when they are negative. ISO 8601 UTC. */
export function later(at: string, ms: number): string {
  return new Date(Date.parse(at) + ms).toISOString();
}
