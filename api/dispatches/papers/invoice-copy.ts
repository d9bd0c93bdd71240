import { sum } from '../../../resources/define/amounts.ts'
import { rupeesInWords } from '../../../resources/define/in-words.ts'
import { dayText, quantityText, shortPercentText, showNumber } from '../../../resources/define/show.ts'
import type { InvoiceType } from '../../../resources/trade.ts'
import { letterhead } from '../../files/letterhead.ts'
import { type Content, factColumns, head, party, right } from '../../files/pdf-content.ts'
import type { InvoiceSheet } from './invoice-sheet.ts'

const titles: Record<InvoiceType, string> = {
  INVOICE: 'Tax invoice',
  CREDIT_NOTE: 'Credit note',
  DEBIT_NOTE: 'Debit note',
  RETURN: 'Credit note for returned goods',
}

const money = (paise: number) => showNumber(paise, 2)

/** Lays out an invoice for pdfmake: a letter of the company with its goods, the tax of each HSN code, and where to pay. */
export function invoiceLayout(sheet: InvoiceSheet): { title: string; content: Content[] } {
  const { invoice, company, bank } = sheet
  return {
    title: `Invoice ${invoice.invoiceNo}`,
    content: [
      letterhead(company, null, [
        { text: titles[invoice.invoiceType], style: 'title' },
        { text: invoice.invoiceNo, style: 'number' },
        { text: `of ${dayText(invoice.invoiceDate)}`, style: 'quiet' },
        ...(invoice.isCancelled ? [{ text: 'Cancelled', bold: true, color: '#a8071a' }] : []),
      ]),
      parties(sheet),
      factColumns(facts(sheet)),
      ...(invoice.irn ? [{ text: `IRN ${invoice.irn}`, style: 'quiet', margin: [0, 0, 0, 8] }] : []),
      goods(sheet),
      totals(sheet),
      ...taxes(sheet),
      ...(bank === '-' ? [] : [{ ...party('Pay to', [company.name, bank]), margin: [0, 0, 0, 8] }]),
      { text: 'Copy of the invoice in SAP.', style: 'quiet' },
    ],
  }
}

const parties = ({ site, soldTo, consignee, company }: InvoiceSheet): Content => ({
  columns: [
    party('Billed to', [
      `${soldTo.name} (${soldTo.code})`,
      soldTo.address,
      soldTo.pincode,
      soldTo.gstin && `GSTIN ${soldTo.gstin}`,
    ]),
    ...(consignee
      ? [
          party('Delivered to', [
            `${consignee.name} (${consignee.code})`,
            consignee.address,
            consignee.pincode,
            consignee.gstin && `GSTIN ${consignee.gstin}`,
          ]),
        ]
      : []),
    party('Supplied from', [`${company.name}, ${site.name}`, site.address, site.pincode, `GSTIN ${site.gstin}`]),
  ],
  columnGap: 16,
  margin: [0, 0, 0, 10],
})

const facts = ({ invoice, order, supplyState }: InvoiceSheet): [string, string | null | undefined][] => [
  ['Due', dayText(invoice.dueDate)],
  ['Place of supply', supplyState],
  ['Your PO', order?.customerPoNo],
  ['Our order', order?.orderNo],
  ['SAP document', invoice.sapBillingDoc],
  ['Delivery', invoice.sapDeliveryNo],
  ['E-way bill', invoice.ewayBillNo],
  ['Packages', invoice.packages === null ? null : String(invoice.packages)],
]

const goods = ({ lines }: InvoiceSheet): Content => ({
  table: {
    headerRows: 1,
    dontBreakRows: true,
    widths: ['auto', '*', 'auto', 'auto', 'auto', 'auto', 'auto'],
    body: [
      [
        head('Line'),
        head('Product'),
        head('HSN'),
        head('Quantity', true),
        head('Price ₹', true),
        head('GST', true),
        head('Taxable ₹', true),
      ],
      ...lines.map(({ lineNo, product, batchNo, expiryDate, qty, uom, unitPrice, gstRate, netValue }) => [
        String(lineNo),
        {
          stack: [
            `${product.code}  ${product.name}`,
            ...(batchNo
              ? [
                  {
                    text: `Batch ${batchNo}${expiryDate ? `, expires ${dayText(expiryDate)}` : ''}`,
                    style: 'quiet',
                  },
                ]
              : []),
          ],
        },
        product.hsnCode ?? '–',
        right(`${quantityText(qty)} ${uom}`),
        right(unitPrice === null ? '' : money(unitPrice)),
        right(shortPercentText(gstRate)),
        right(money(netValue)),
      ]),
    ],
  },
  layout: 'lightHorizontalLines',
  margin: [0, 0, 0, 10],
})

function totals({ invoice }: InvoiceSheet): Content {
  const { netValue, freightValue, cgst, sgst, igst, cess, tcs, roundOff, grossValue } = invoice
  const rows: [string, number][] = [
    ['Freight', freightValue],
    ['CGST', cgst],
    ['SGST or UTGST', sgst],
    ['IGST', igst],
    ['Cess', cess],
    ['TCS', tcs],
    ['Rounded', roundOff],
  ]
  const shown: [string, number][] = [['Taxable value', netValue], ...rows.filter(([, amount]) => amount !== 0)]
  return {
    unbreakable: true,
    columns: [
      { text: rupeesInWords(grossValue), italics: true, margin: [0, 4, 0, 0] },
      {
        width: 220,
        table: {
          widths: ['*', 'auto'],
          body: [
            ...shown.map(([name, amount]) => [name, right(money(amount))]),
            [
              { text: 'Total ₹', bold: true },
              { ...right(money(grossValue)), bold: true },
            ],
          ],
        },
        layout: 'noBorders',
      },
    ],
    columnGap: 16,
    margin: [0, 0, 0, 12],
  }
}

/** The tax of each HSN code and rate, within a state in two halves. */
function taxes({ invoice, lines }: InvoiceSheet): Content[] {
  if (lines.length === 0) return []
  const isWithin = invoice.igst === 0
  const groups = Map.groupBy(lines, ({ product, gstRate }) => `${product.hsnCode ?? '–'} ${gstRate}`)
  const rows = [...groups.values()].map(group => {
    const [{ product, gstRate }] = group as [InvoiceSheet['lines'][number]]
    const tax = sum(group.map(({ taxValue }) => taxValue))
    const half = Math.floor(tax / 2)
    return [
      product.hsnCode ?? '–',
      right(money(sum(group.map(({ netValue }) => netValue)))),
      right(shortPercentText(gstRate)),
      ...(isWithin ? [right(money(tax - half)), right(money(half))] : [right(money(tax))]),
    ]
  })
  const parts = isWithin ? ['CGST ₹', 'SGST or UTGST ₹'] : ['IGST ₹']
  return [
    {
      unbreakable: true,
      stack: [
        head('Tax by HSN code'),
        {
          table: {
            headerRows: 1,
            widths: ['*', ...['', '', ...parts].map(() => 'auto')],
            body: [
              [head('HSN'), head('Taxable ₹', true), head('GST', true), ...parts.map(name => head(name, true))],
              ...rows,
            ],
          },
          layout: 'lightHorizontalLines',
        },
      ],
      margin: [0, 0, 0, 12],
    },
  ]
}
