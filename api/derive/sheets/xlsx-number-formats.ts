import { readWholeXml, unescapeXml } from './xlsx-xml.ts'
import type { ZipEntry } from './zip-read.ts'

/** How the number of a cell is formatted, where it is not a plain number. */
export type NumberFormat = 'date' | 'percent' | undefined

/** The longest number format that a spreadsheet accepts. */
const LONGEST_CODE = 255

/** Returns for each cell style whether it formats a number as a date or in per cent. */
export async function numberFormats(parts: Map<string, ZipEntry>): Promise<NumberFormat[]> {
  const formatCodes = new Map<string, string>()
  const ids: string[] = []
  let ofCells = false
  await readWholeXml(parts.get('xl/styles.xml'), {
    open(name, attributes) {
      if (name === 'numFmt') formatCodes.set(attributes.numFmtId ?? '', unescapeXml(attributes.formatCode ?? ''))
      else if (name === 'cellXfs') ofCells = true
      else if (name === 'xf' && ofCells) ids.push(attributes.numFmtId ?? '0')
    },
    close(name) {
      if (name === 'cellXfs') ofCells = false
    },
  })
  return ids.map(id => formOf(id, formatCodes))
}

function formOf(id: string, formatCodes: Map<string, string>): NumberFormat {
  const number = Number(id)
  if (number === 9 || number === 10) return 'percent'
  if ((number >= 14 && number <= 22) || (number >= 45 && number <= 47)) return 'date'
  const code = (formatCodes.get(id) ?? '').slice(0, LONGEST_CODE).replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '')
  if (code.includes('%')) return 'percent'
  return /[dmyh]/i.test(code) && !/general/i.test(code) ? 'date' : undefined
}
