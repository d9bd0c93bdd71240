/** `{orderNo}` in a text of a template. */
const PLACE = /\{([a-z][a-zA-Z0-9]*)\}/g

/** A text with its words in braces filled in; those that are not given stay as they are, to be seen. */
export const filledIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(PLACE, (place, name: string) => (Object.hasOwn(values, name) ? values[name]! : place))

/** A subject is one line: nothing that is filled in begins another header. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Where the portal is reached; filled in only when a mail is sent, from the settings of the process that sends it. */
export const PORTAL = '{portal}'

/** A text as its receiver reads it: with its links and codes, and these with the address of the portal. */
export function completed(text: string, secrets: Readonly<Record<string, string>> | null, portal: string): string {
  const known = Object.entries(secrets ?? {}).map(([name, value]) => [name, filledIn(value, { portal })])
  return filledIn(text, { portal, ...Object.fromEntries(known) })
}

/** The places of a text that are to be filled in, each once. */
export const placesIn = (text: string): string[] => [...new Set([...text.matchAll(PLACE)].map(([, name]) => name!))]

/** A text without the gaps that empty values left between its paragraphs. */
export const tidied = (text: string): string =>
  text
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
