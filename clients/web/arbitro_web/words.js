// Texts in the page's language, from the one strings file that the server's pages use too.

import strings from "./strings.json" with { type: "json" };

export const languages = Object.keys(strings);

const wanted = globalThis.document?.documentElement.lang;
export const language = languages.includes(wanted) ? wanted : "en";

/** The text of a key, with {names} filled in; where count is 1 and there is a key.one, that one. Raises on unknown keys. */
export function say(key, values = {}) {
  return sayIn(language, key, values);
}

export function sayIn(tongue, key, values = {}) {
  const one = values.count === 1 ? strings[tongue][`${key}.one`] : undefined;
  const text = one ?? strings[tongue][key];
  if (text === undefined) throw new Error(`strings.json has no ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

export const hasWords = (key) => key in strings[language];
