import { code128 } from '../../files/barcode.ts'
import type { Content } from '../../files/pdf-content.ts'
import type { LrSheet } from './lr-sheet.ts'

/** The most labels of one document. */
export const MOST_LABELS = 2000

/** Lays out a label for each package of these LRs, eight to a page: two columns of four. */
export async function labelsLayout(sheets: readonly LrSheet[]): Promise<{ title: string; content: Content[] }> {
  const labels: Content[] = []
  for (const sheet of sheets) {
    const bars = await code128(sheet.lr.lrNo)
    for (let place = 1; place <= sheet.lr.packages; place += 1) labels.push(label(sheet, bars, place))
  }
  const rows = Array.from({ length: Math.ceil(labels.length / 2) }, (_, index) => [
    labels[index * 2]!,
    labels[index * 2 + 1] ?? '',
  ])
  return {
    title: sheets.length === 1 ? `Labels of LR ${sheets[0]!.lr.lrNo}` : 'Labels',
    content: [{ table: { widths: ['*', '*'], heights: 172, dontBreakRows: true, body: rows } }],
  }
}

const label = (
  { lr, company, transporter, consignee, fromCity, toCity }: LrSheet,
  svg: string,
  place: number,
): Content => ({
  margin: [6, 6, 6, 6],
  stack: [
    {
      columns: [
        { text: company, bold: true },
        { text: `${place} of ${lr.packages}`, bold: true, alignment: 'right' },
      ],
    },
    { text: `${fromCity} to ${toCity}`, style: 'quiet' },
    { text: consignee?.name ?? '', fontSize: 11, bold: true, margin: [0, 6, 0, 0] },
    { text: [consignee?.address, `${toCity} ${consignee?.pincode ?? ''}`].filter(Boolean).join(', '), fontSize: 8 },
    { svg, fit: [230, 44], margin: [0, 8, 0, 2] },
    {
      columns: [
        { text: `LR ${lr.lrNo}`, bold: true },
        { text: transporter.name, alignment: 'right' },
      ],
    },
    ...(lr.hasHazard ? [{ text: `HAZARDOUS ${lr.unNumber ?? ''}`.trim(), bold: true, color: '#a8071a' }] : []),
  ],
})
