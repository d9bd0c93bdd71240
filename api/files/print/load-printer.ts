import { createLog } from '../../platform/log.ts'
import { fitContent, furtherTexts } from './fit-content.ts'
import { furtherFonts, type PrintFont } from './print-fonts.ts'
import { type PdfFont, type Shaper, shaperOf } from './shape-text.ts'
import { ABSENT, clustersOf, splitByFont } from './split-by-font.ts'

/** A document whose texts are looked through for their fonts, and what stands below each of its pages. */
export interface Printable {
  content: unknown
  footer: (page: number, pages: number) => unknown
  [setting: string]: unknown
}

export type Print = (document: Printable) => Promise<Buffer>

/** Signs that were told as missing, each once. */
const told = new Set<string>()

/** Loads the printer of PDFs; fonts besides Roboto are read with the first document that needs them. */
export async function loadPrinter(): Promise<Print> {
  const [{ default: printer }, { default: roboto }, documents, inlines] = await Promise.all([
    import('pdfmake'),
    import('pdfmake/fonts/Roboto.js'),
    import('pdfmake/js/PDFDocument.js'),
    import('pdfmake/js/TextInlines.js'),
  ])
  const further = furtherFonts()
  const fonts = { ...roboto, ...further }
  const fontFiles = new Set(Object.values(fonts).flatMap(faces => Object.values(faces)))
  printer.setFonts(fonts)
  printer.setUrlAccessPolicy(() => false)
  printer.setLocalAccessPolicy(path => fontFiles.has(path))
  const drawn = new Map<string, Shaper>()
  drawFonts(classOf(documents), fonts, drawn)
  keepClusters(classOf(inlines))

  /** Reads the fonts of these texts, and answers what each font prints. */
  async function read(texts: readonly string[]) {
    const regular = roboto.Roboto!.normal!
    const has = new Map<PrintFont, ReadonlySet<number>>([['Roboto', (await shaperOf(regular)).has]])
    const split = (text: string, missing?: Set<PrintFont>) =>
      splitByFont(
        text,
        (font, sign) => {
          if (!has.has(font)) missing?.add(font)
          return has.get(font)?.has(sign) ?? false
        },
        missing ? () => undefined : tellOnce,
      )
    for (;;) {
      const missing = new Set<PrintFont>()
      for (const text of texts) split(text, missing)
      if (missing.size === 0) return split
      for (const font of missing) {
        const faces = further[font as keyof typeof further]
        for (const path of [faces.normal, faces.bold]) {
          const shaper = await shaperOf(path)
          drawn.set(path, shaper)
          printer.virtualfs.writeFileSync(path, shaper.bytes)
        }
        has.set(font, drawn.get(faces.normal)!.has)
      }
    }
  }

  return async ({ content, footer, ...settings }) => {
    const texts = furtherTexts([content, footer(1, 1)])
    if (texts.length === 0) return printer.createPdf({ content, footer, ...settings }).getBuffer()
    const split = await read(texts)
    const fitted = (part: unknown) => fitContent(part, text => split(text))
    return printer
      .createPdf({
        ...settings,
        content: fitted(content),
        footer: (page: number, pages: number) => fitted(footer(page, pages)),
      })
      .getBuffer()
  }
}

function tellOnce(sign: string) {
  if (told.has(sign) || told.size > 1_000) return
  told.add(sign)
  const codes = [...sign].map(one => `U+${one.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`)
  createLog({ logLevel: 'info' }).warn({ sign: codes.join(' ') }, `No font has this sign: PDFs print ${ABSENT} for it`)
}

/** The class that an old module exports, however it was loaded. */
const classOf = <T>({ default: loaded }: { default: T | { default: T } }): T =>
  typeof loaded === 'object' && loaded !== null && 'default' in loaded ? loaded.default : (loaded as T)

/** pdfmake asks here for the font of each text. */
function drawFonts(
  { prototype }: { prototype: { provideFont(family: string, bold: boolean, italics: boolean): PdfFont } },
  fonts: Record<string, Record<string, string>>,
  drawn: ReadonlyMap<string, Shaper>,
) {
  const { provideFont } = prototype
  prototype.provideFont = function (family, bold, italics) {
    const font = provideFont.call(this, family, bold, italics)
    drawn.get(fonts[family]![bold ? 'bold' : 'normal']!)?.draw(font)
    return font
  }
}

interface Inline {
  text: string
  font: PdfFont
}

/** pdfmake measures beginnings of a word that is wider than its line, to break it: no cluster is broken. */
function keepClusters({
  prototype,
}: {
  prototype: { pdfDocument: unknown; widthOfText(text: string, inline: Inline): number }
}) {
  const { widthOfText } = prototype
  prototype.widthOfText = function (text, inline) {
    const isBeginning = this.pdfDocument === null && inline.font.isShaped && text.length < inline.text.length
    return widthOfText.call(this, isBeginning ? wholeClusters(text, inline.text) : text, inline)
  }
}

function wholeClusters(beginning: string, word: string): string {
  let end = 0
  for (const cluster of clustersOf(word)) {
    end += cluster.length
    if (end >= beginning.length) break
  }
  return word.slice(0, end)
}
