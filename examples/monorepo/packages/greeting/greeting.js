export function greet(name) {
  return `Built from ${name}`;
}
