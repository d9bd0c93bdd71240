import { readWholeXml, unescaped } from './xlsx-xml.ts'
import type { ZipEntry } from './zip-read.ts'

/** How a cell shows its number, where that is not simply as one. */
export type Form = 'date' | 'percent' | undefined

/** What a spreadsheet takes as the way to show a number. */
const LONGEST_CODE = 255

/** For each style of a cell, whether it shows a number as a date or in per cent. */
export async function formsOf(parts: Map<string, ZipEntry>): Promise<Form[]> {
  const own = new Map<string, string>()
  const ids: string[] = []
  let ofCells = false
  await readWholeXml(parts.get('xl/styles.xml'), {
    open(name, attributes) {
      if (name === 'numFmt') own.set(attributes.numFmtId ?? '', unescaped(attributes.formatCode ?? ''))
      else if (name === 'cellXfs') ofCells = true
      else if (name === 'xf' && ofCells) ids.push(attributes.numFmtId ?? '0')
    },
    close(name) {
      if (name === 'cellXfs') ofCells = false
    },
  })
  return ids.map(id => formOf(id, own))
}

function formOf(id: string, own: Map<string, string>): Form {
  const number = Number(id)
  if (number === 9 || number === 10) return 'percent'
  if ((number >= 14 && number <= 22) || (number >= 45 && number <= 47)) return 'date'
  const code = (own.get(id) ?? '').slice(0, LONGEST_CODE).replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '')
  if (code.includes('%')) return 'percent'
  return /[dmyh]/i.test(code) && !/general/i.test(code) ? 'date' : undefined
}
