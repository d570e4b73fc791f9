export function greet(name) {
  return `${name} is on stage`;
}
