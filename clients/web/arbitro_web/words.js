// Texts in the page's language, from the one strings file that the server's pages use too.

import strings from "./strings.json" with { type: "json" };

const wanted = globalThis.document?.documentElement.lang;
const texts = strings[wanted] ?? strings.en;

/** The text of a key, with {names} filled in; where count is 1 and there is a key.one, that one. Raises on unknown keys. */
export function say(key, values = {}) {
  const one = values.count === 1 ? texts[`${key}.one`] : undefined;
  const text = one ?? texts[key];
  if (text === undefined) throw new Error(`strings.json has no ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

export const hasWords = (key) => key in texts;
