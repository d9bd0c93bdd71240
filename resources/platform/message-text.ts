/** `{orderNo}` in a text of a template. */
const PLACE = /\{([a-z][a-zA-Z0-9]*)\}/g
const WITH_STOP = /\{([a-z][a-zA-Z0-9]*)\}(\.?)/g

/**
 * A text with its placeholders filled in; those without a value stay visible. The full stop after a placeholder is left out
 * where its value, which somebody wrote, ends its own sentence.
 */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(WITH_STOP, (place, name: string, stop: string) => {
    if (!Object.hasOwn(values, name)) return place
    return /[.!?]$/.test(values[name]!) ? values[name]! : values[name]! + stop
  })

/** A subject is one line: no filled-in value may begin another header. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** The address of the portal; filled in only when a mail is sent, from the settings of the process that sends it. */
export const PORTAL = '{portal}'

/** A text as its receiver reads it: links and codes filled in, with the address of the portal. */
export function withLinks(text: string, secrets: Readonly<Record<string, string>> | null, portal: string): string {
  const filledSecrets = Object.entries(secrets ?? {}).map(([name, value]) => [
    name,
    fillPlaceholders(value, { portal }),
  ])
  return fillPlaceholders(text, { portal, ...Object.fromEntries(filledSecrets) })
}

/** The placeholders of a text, each once. */
export const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACE)].map(([, name]) => name!)),
]

/** A text without the gaps that empty values left between its paragraphs. */
export const withoutEmptyParagraphs = (text: string): string =>
  text
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
