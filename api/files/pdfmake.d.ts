/** The part of pdfmake that is used; it ships no types. */
declare module 'pdfmake' {
  interface Printer {
    virtualfs: { writeFileSync(path: string, content: Buffer): void }
    setFonts(fonts: Record<string, Record<string, string>>): void
    setUrlAccessPolicy(allows: (url: string) => boolean): void
    setLocalAccessPolicy(allows: (path: string) => boolean): void
    createPdf(document: object): { getBuffer(): Promise<Buffer> }
  }
  const printer: Printer
  export default printer
}
declare module 'pdfmake/fonts/Roboto.js' {
  const fonts: Record<string, Record<string, string>>
  export default fonts
}
/** How it asks for a font, and measures a text: its own parts. */
declare module 'pdfmake/js/PDFDocument.js' {
  import type { PdfFont } from './print/shape-text.ts'

  const PDFDocument: { prototype: { provideFont(family: string, bold: boolean, italics: boolean): PdfFont } }
  export default PDFDocument
}
declare module 'pdfmake/js/TextInlines.js' {
  import type { PdfFont } from './print/shape-text.ts'

  const TextInlines: {
    prototype: { pdfDocument: unknown; widthOfText(text: string, inline: { text: string; font: PdfFont }): number }
  }
  export default TextInlines
}
