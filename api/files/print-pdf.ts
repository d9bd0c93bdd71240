import { dayText } from '../../resources/define/show.ts'
import { today } from '../platform/clock.ts'
import { loadPrinter, type Print } from './print/load-printer.ts'

let ready: Promise<Print> | undefined

/**
 * Prints a pdfmake document as PDF on A4 with its fonts embedded, in every script of India. The printer takes 40 MB and
 * is loaded with the first document; it reads its own fonts and nothing else, neither files nor addresses that a text
 * might name.
 */
export async function printPdf(document: {
  title: string
  content: object[]
  wide?: boolean
  day?: string
}): Promise<Buffer> {
  ready ??= loadPrinter()
  const print = await ready
  const { title, content, wide = false, day = today() } = document
  return print({
    content,
    info: { title, creator: 'Bilty', producer: 'Bilty' },
    pageSize: 'A4',
    pageOrientation: wide ? 'landscape' : 'portrait',
    pageMargins: [36, 36, 36, 48],
    defaultStyle: { font: 'Roboto', fontSize: 9, lineHeight: 1.15 },
    styles: {
      title: { fontSize: 17 },
      number: { fontSize: 11, bold: true },
      quiet: { color: '#595959', fontSize: 8 },
      head: { bold: true, fontSize: 8, color: '#262626' },
    },
    footer: (page: number, pages: number) => ({
      columns: [
        { text: `${title}, printed on ${dayText(day)}` },
        { text: `Page ${page} of ${pages}`, alignment: 'right' },
      ],
      style: 'quiet',
      margin: [36, 16, 36, 0],
    }),
  })
}
