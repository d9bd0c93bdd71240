/** What an answer of SAP holds in place of data, as the end of a sentence: “it is a page for signing in”. */
export function whatCame(text: string): string {
  const beginning = text.slice(0, 20_000)
  if (beginning.trim() === '') return 'it is empty'
  if (/<(!doctype\s+)?html\b/i.test(beginning)) return pageIn(beginning)
  if (/^\s*<\?xml|^\s*<[a-z]/i.test(beginning)) return 'it is XML without the part that was expected'
  if (!/^\s*[[{]/.test(beginning)) return `it begins with “${beginning.trim().slice(0, 40)}”`
  return isJson(text) ? 'a part that was expected is missing' : 'it ends in the middle'
}

function pageIn(text: string): string {
  if (/type=["']?password|\b(log|sign)[ -]?on\b|\b(log|sign)[ -]?in\b/i.test(text)) return 'it is a page for signing in'
  const title = /<title[^>]*>([^<]{1,200})/i.exec(text)?.[1]?.replace(/\s+/g, ' ').trim()
  return title ? `it is a web page, “${title.slice(0, 80)}”` : 'it is a web page'
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The sentence of an answer that cannot be read, and whether SAP may have made the change all the same. */
export const unreadable = (text: string, of: 'question' | 'change'): string =>
  `SAP’s answer could not be read: ${whatCame(text)}.${of === 'change' ? ' SAP may have done it.' : ''}`
