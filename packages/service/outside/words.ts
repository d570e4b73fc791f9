export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** @param at ISO 8601 UTC. */
export function minuteText(at: string): string {
  return `${at.slice(0, 16).replace("T", " ")} UTC`;
}
