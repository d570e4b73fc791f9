/** Hides secrets in what is shown. */
export interface Masks {
  /** Values to hide, as they were given. */
  readonly values: readonly string[];
  /** Adds a value and each of its lines; an empty one is not added. */
  readonly add: (value: string) => void;
  /** Replaces every form of every value by `***`. */
  readonly hide: (text: string) => string;
}

/**
 * Makes an empty set of masks.
 * @see actions/runner, HostContext.cs, for the encoded forms that are hidden too
 */
export function createMasks(): Masks {
  const values: string[] = [];
  let forms: readonly string[] = [];
  const add = (value: string): void => {
    if (value === "") return;
    values.push(value);
    const parts = [value, ...value.split(/\r\n|\r|\n/)];
    // The longest form first: a short secret inside a long one must not leave the rest standing.
    forms = [...new Set([...forms, ...parts.flatMap(formsOf)])].sort((left, right) => right.length - left.length);
  };
  const hide = (text: string): string => forms.reduce((shown, form) => shown.replaceAll(form, "***"), text);
  return { values, add, hide };
}

function formsOf(part: string): readonly string[] {
  if (part === "") return [];
  const xml = part.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
  return [part, JSON.stringify(part).slice(1, -1), encodeURIComponent(part), xml, ...base64Forms(part)];
}

/** Base64 of the value at each of the three places it can start inside a longer text, without the blurred ends. */
function base64Forms(part: string): readonly string[] {
  const bytes = Buffer.from(part);
  return [0, 1, 2].flatMap((shift) => {
    const whole = bytes.subarray(shift, shift + Math.floor((bytes.length - shift) / 3) * 3);
    // Under six bytes the form is so short that it would hide innocent text.
    return whole.length < 6 ? [] : [whole.toString("base64")];
  });
}
