import { SheetError } from './sheet-error.ts'
import { readWholeXml, unescapeXml } from './xlsx-xml.ts'
import type { ZipEntry } from './zip-read.ts'

const MOST_TEXTS = 1_000_000

/** Reads the shared texts of a workbook, without their phonetic spelling. */
export async function sharedTexts(entry: ZipEntry | undefined): Promise<string[]> {
  const texts: string[] = []
  let current = ''
  let inText = false
  let pronounced = false
  await readWholeXml(entry, {
    open(name) {
      if (name === 't') inText = !pronounced
      else if (name === 'rPh') pronounced = true
      else if (name === 'si') current = ''
    },
    text(text) {
      if (inText) current += text
    },
    close(name) {
      inText = false
      if (name === 'rPh') pronounced = false
      if (name !== 'si') return
      if (texts.push(unescapeXml(current)) > MOST_TEXTS)
        throw new SheetError(`The file holds more than ${MOST_TEXTS.toLocaleString('en-IN')} texts.`)
    },
  })
  return texts
}
