import { dayText, quantityText, rupees } from '../../../resources/define/show.ts'
import { letterhead } from '../../files/letterhead.ts'
import { type Content, factColumns, head, party, right } from '../../files/pdf-content.ts'
import type { LrSheet, LrSheetLine } from './lr-sheet.ts'
import { consigneeRows, consignorRows, goodsRows } from './paper-parts.ts'

/** Who pays the transporter, and so who owes the GST on the freight under reverse charge. */
const payers = {
  FOR: 'Consignor (freight paid)',
  BILLED: 'Consignor (charged to the buyer)',
  TO_PAY: 'Consignee (to pay)',
} as const

/** Lays out the copy of an LR for pdfmake, with the fields that its reader may see. */
export function lrCopyLayout(sheet: LrSheet): { title: string; content: Content[] } {
  return {
    title: `LR ${sheet.lr.lrNo}`,
    content: [
      heading(sheet),
      {
        columns: [
          party('Consignor', consignorRows(sheet.company.name, sheet.consignor)),
          party('Consignee', consigneeRows(sheet)),
          party('Transporter', [
            sheet.transporter.name,
            sheet.transporter.gstin && `GSTIN ${sheet.transporter.gstin}`,
            sheet.transporter.transporterEwayId && `Transporter ID ${sheet.transporter.transporterEwayId}`,
          ]),
        ],
        columnGap: 16,
        margin: [0, 0, 0, 10],
      },
      factColumns(facts(sheet)),
      goods(sheet),
      closing(),
    ],
  }
}

const heading = ({ company, lr, shipmentNo }: LrSheet): Content =>
  letterhead(company, 'Copy, not the transporter’s receipt', [
    { text: 'Lorry receipt', style: 'title' },
    { text: lr.lrNo, style: 'number' },
    { text: `of ${dayText(lr.lrDate)}, tracking number ${shipmentNo}`, style: 'quiet' },
  ])

function facts({ lr, shown, transporter, fromCity, toCity }: LrSheet): [string, string | null | false][] {
  const money = (name: 'freightAmount' | 'otherCharges') => shown.has(name) && lr[name] > 0 && rupees(lr[name])
  return [
    ['From', fromCity],
    ['To', toCity],
    ['Mode', lr.transMode.toLowerCase()],
    ['Packages', String(lr.packages)],
    ['Actual weight', `${quantityText(lr.actualWeightKg)} kg`],
    ['Charged weight', `${quantityText(lr.chargedWeightKg)} kg`],
    ['Declared value', shown.has('declaredValue') && rupees(lr.declaredValue)],
    ['Freight', money('freightAmount')],
    ['Other charges', money('otherCharges')],
    ['Freight payable by', payers[lr.freightTerms]],
    ['GST on freight', transporter.gtaTaxMode === 'RCM' ? `Reverse charge: ${payers[lr.freightTerms]}` : 'Transporter'],
    ['Vehicle', lr.vehicleNo],
    ['Driver', shown.has('driverName') && lr.driverName],
    ['Seal', lr.sealNo],
    ['Consolidated e-way bill', lr.consolidatedEwayNo],
    ['Risk', 'Owner’s risk unless the transporter agreed otherwise'],
    ['Insurance', 'By the consignor’s transit policy'],
    ['Hazardous goods', lr.hasHazard && ['Yes', lr.unNumber].filter(Boolean).join(', ')],
    ['Temperature logger', lr.loggerNo],
    ['Expected on', dayText(lr.expectedDeliveryDate)],
    ['Remarks', shown.has('remarks') && lr.remarks],
  ]
}

function goods({ lines, showsValues }: LrSheet): Content {
  const columns = [head('Invoice'), head('Goods'), head('E-way bill'), head('Packages', true), head('Weight kg', true)]
  const body = lines.map(line => [
    { stack: [line.invoiceNo, ...quiet(line)] },
    goodsRows(line),
    line.ewayBillNo ?? '',
    right(String(line.packages)),
    right(quantityText(line.weightKg)),
    ...(showsValues ? [right(rupees(line.invoiceValue))] : []),
  ])
  return {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: ['auto', '*', 'auto', 'auto', 'auto', ...(showsValues ? ['auto'] : [])],
      body: [[...columns, ...(showsValues ? [head('Value', true)] : [])], ...body],
    },
    layout: 'lightHorizontalLines',
    margin: [0, 0, 0, 16],
  }
}

const quiet = ({ invoiceDate, challanNo, soldTo }: LrSheetLine): Content[] =>
  [invoiceDate && `of ${dayText(invoiceDate)}`, challanNo && `Challan ${challanNo}`, soldTo]
    .filter(Boolean)
    .map(text => ({ text, style: 'quiet' }))

const closing = (): Content => ({
  columns: [
    {
      stack: [
        'Received in good order and condition',
        { text: 'Name, date, stamp and signature of the consignee', style: 'quiet', margin: [0, 40, 0, 0] },
      ],
    },
    { stack: ['For the transporter', { text: 'Signature of the driver', style: 'quiet', margin: [0, 40, 0, 0] }] },
  ],
  unbreakable: true,
})
