import { unzipSync } from 'fflate'
import { pdfText } from '../pdf-text.ts'

/** All that somebody can read out of an answer, piece by piece: values of JSON, cells of sheets, lines of papers. */
export function piecesOf(type: string, bytes: Buffer): string[] {
  if (bytes.subarray(0, 2).toString() === 'PK') return cellsOf(bytes)
  if (bytes.subarray(0, 5).toString() === '%PDF-') return pdfText(bytes).split('\n')
  const text = bytes.toString('utf8')
  if (type.includes('csv')) return text.split(/[\n,"]/)
  if (!type.includes('json') || text === '') return [text]
  const pieces: string[] = []
  gather(JSON.parse(text), pieces)
  return pieces
}

function gather(value: unknown, pieces: string[]) {
  if (typeof value === 'string' || typeof value === 'number') pieces.push(String(value))
  else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value)) {
      if (!Array.isArray(value)) pieces.push(name)
      gather(part, pieces)
    }
}

function cellsOf(workbook: Buffer): string[] {
  return Object.entries(unzipSync(workbook))
    .filter(([name]) => name.endsWith('.xml'))
    .flatMap(([, part]) =>
      Buffer.from(part)
        .toString('utf8')
        .split(/<[^>]*>/),
    )
    .filter(piece => piece !== '')
}
