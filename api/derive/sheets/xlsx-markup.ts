/** XML namespaces of workbooks. */
export const SCHEMA_ROOT = 'http://schemas.openxmlformats.org'
export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
export const MAIN_NAMESPACE = `${SCHEMA_ROOT}/spreadsheetml/2006/main`

/** The hidden sheet with the lists of the drop-downs. */
export const LISTS_SHEET = 'Lists'

/** Returns a cell of text, with the attributes of its position and style. */
export const inlineText = (text: string, attributes: string) =>
  `<c${attributes} t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold them
const UNWRITABLE = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g

/** Escapes XML text; control characters, and text that looks like one escaped, in the notation of the spreadsheet. */
export const escapeXml = (text: string) =>
  text
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replace(UNWRITABLE, sign => `_x${sign.charCodeAt(0).toString(16).padStart(4, '0')}_`)
    .replace(/[&<>"]/g, sign => SIGNS[sign]!)

/** Returns the letters of a column index, from 0. */
export const columnName = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : columnName(Math.floor(index / 26) - 1) + columnName(index % 26)
