/** `{orderNo}` in a text of a template. */
const PLACE = /\{([a-z][a-zA-Z0-9]*)\}/g

/** A text with its words in braces filled in; those that are not given stay as they are, to be seen. */
export const filledIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(PLACE, (place, name: string) => (Object.hasOwn(values, name) ? values[name]! : place))

/** A subject is one line: nothing that is filled in begins another header. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
