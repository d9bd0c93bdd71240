/** The names of the spreadsheet's XML. */
export const SPEC = 'http://schemas.openxmlformats.org'
export const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
export const MAIN = `${SPEC}/spreadsheetml/2006/main`

/** The hidden sheet of a workbook, on which the lists of its drop-downs stand. */
export const LISTS = 'Lists'

/** A cell of text, with the attributes of its place and style. */
export const inlineText = (text: string, attributes: string) =>
  `<c${attributes} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold them
const UNWRITABLE = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g

/** XML text; control characters, and what would be read as one of them, in the spreadsheet's own notation. */
export const escaped = (text: string) =>
  text
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replace(UNWRITABLE, sign => `_x${sign.charCodeAt(0).toString(16).padStart(4, '0')}_`)
    .replace(/[&<>"]/g, sign => SIGNS[sign]!)

/** The letters of a column, from 0. */
export const columnName = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : columnName(Math.floor(index / 26) - 1) + columnName(index % 26)
