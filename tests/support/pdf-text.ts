import { inflateSync } from 'node:zlib'

/** The text of a PDF written by the portal, one piece of text per line. Throws where a sign has no glyph. */
export function pdfText(pdf: Buffer): string {
  const objects = objectsOf(pdf)
  const fonts = new Map<string, Map<string, string>>()
  for (const { head } of objects.values()) {
    for (const [, name, font] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font!)?.head ?? '')?.[1]
      if (map) fonts.set(name!, charactersOf(objects.get(map)!.stream))
    }
  }
  const pages = [...objects.values()].map(({ stream }) => stream).filter(stream => /\bT[jJ]\b/.test(stream))
  // Within a line the PDF library places word by word.
  return pages.map(page => textOf(page, fonts).replaceAll(' \n', ' ')).join('\n')
}

interface PdfObject {
  head: string
  stream: string
}

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const text = pdf.toString('latin1')
  const found = new Map<string, PdfObject>()
  for (const [whole, id, head = '', body] of text.matchAll(
    /(\d+) 0 obj\n([\s\S]*?)(?:\nstream\n([\s\S]*?)\nendstream)?\nendobj/g,
  )) {
    const packed = body !== undefined && /FlateDecode/.test(head)
    const stream = packed ? inflateSync(Buffer.from(body, 'latin1')).toString('latin1') : (body ?? '')
    found.set(id!, { head: whole.startsWith(id!) ? head : '', stream })
  }
  return found
}

/** The characters of each glyph code. */
function charactersOf(map: string): Map<string, string> {
  const characters = new Map<string, string>()
  for (const [, first, , list] of map.matchAll(/<([0-9a-f]{4})> <([0-9a-f]{4})> \[([^\]]*)\]/gi)) {
    let code = Number.parseInt(first!, 16)
    for (const [, hex] of list!.matchAll(/<([0-9a-f ]*)>/gi)) {
      const text = Buffer.from(hex!.replaceAll(' ', ''), 'hex').swap16().toString('utf16le')
      characters.set(String(code++), text)
    }
  }
  return characters
}

function textOf(page: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  let font: ReadonlyMap<string, string> = new Map()
  const pieces: string[] = []
  for (const [, name, shown] of page.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = fonts.get(name) ?? new Map()
    else pieces.push(decoded(shown!, font))
  }
  return pieces.join('\n')
}

const decoded = (shown: string, font: ReadonlyMap<string, string>) =>
  [...shown.matchAll(/<([0-9a-f]*)>/gi)]
    .flatMap(([, hex]) => hex!.match(/.{4}/g) ?? [])
    .map(code => {
      if (code === '0000') throw new Error(`A sign without a glyph stands in the PDF: ${shown}`)
      return font.get(String(Number.parseInt(code, 16))) ?? '?'
    })
    .join('')
