import { sum } from '../../../resources/define/amounts.ts'
import { dayText, quantityText } from '../../../resources/define/show.ts'
import { type Content, head, right } from '../../files/pdf-content.ts'
import { today } from '../../platform/clock.ts'
import type { LrSheet } from './lr-sheet.ts'
import { goodsRows } from './paper-parts.ts'

/** Lays out what is loaded for several LRs, for the loading bay: no amounts, but a box to tick for each invoice. */
export function loadingListLayout(sheets: readonly LrSheet[]): { title: string; content: Content[] } {
  const lrs = sheets.map(({ lr }) => lr)
  const plants = [...new Set(sheets.map(({ consignor, fromCity }) => consignor?.name ?? fromCity))]
  return {
    title: `Loading list of ${dayText(today())}`,
    content: [
      { text: 'Loading list', fontSize: 15, bold: true },
      {
        text: `${plants.join(', ')}: ${lrs.length} LRs, ${sum(lrs.map(({ packages }) => packages))} packages, ${quantityText(sum(lrs.map(({ actualWeightKg }) => actualWeightKg)))} kg`,
        margin: [0, 2, 0, 12],
      },
      ...sheets.map(consignment),
    ],
  }
}

function consignment({ lr, transporter, consignee, toCity, lines }: LrSheet): Content {
  const notes = [
    lr.vehicleNo && `Vehicle ${lr.vehicleNo}`,
    lr.hasHazard && `HAZARDOUS ${lr.unNumber ?? ''}`.trim(),
    lr.loggerNo && `Temperature logger ${lr.loggerNo}`,
    consignee?.deliveryWindow && `Receives goods ${consignee.deliveryWindow}`,
  ].filter(Boolean)
  return {
    unbreakable: lines.length < 20,
    margin: [0, 0, 0, 12],
    stack: [
      {
        columns: [
          { text: `${lr.lrNo} · ${transporter.name}`, bold: true },
          { text: `${consignee?.name ?? ''}, ${toCity}`, alignment: 'right' },
        ],
      },
      ...(notes.length > 0 ? [{ text: notes.join(' · '), style: 'quiet' }] : []),
      {
        table: {
          headerRows: 1,
          widths: [12, 'auto', '*', 'auto', 'auto'],
          body: [
            [head(''), head('Invoice'), head('Goods'), head('Packages', true), head('Weight kg', true)],
            ...lines.map(line => [
              { canvas: [{ type: 'rect', x: 0, y: 1, w: 9, h: 9, lineColor: '#262626' }] },
              line.invoiceNo,
              goodsRows(line),
              right(String(line.packages)),
              right(quantityText(line.weightKg)),
            ]),
          ],
        },
        layout: 'lightHorizontalLines',
        margin: [0, 4, 0, 0],
      },
    ],
  }
}
