import { InvalidArgumentError } from "commander";

/**
 * Makes a reader of whole numbers for an option.
 * @param from Smallest, `to` largest.
 */
export function wholeNumber(from: number, to: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,15}$/.test(text) && value >= from && value <= to) return value;
    throw new InvalidArgumentError(`Give a whole number from ${from} to ${to}.`);
  };
}
