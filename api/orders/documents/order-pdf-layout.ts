import { rupeesInWords } from '../../../resources/define/in-words.ts'
import { dayText, percentText, pricePer, quantityText, showNumber } from '../../../resources/define/show.ts'
import { orderStatusText } from '../../../resources/orders/order-status.ts'
import { letterhead } from '../../files/letterhead.ts'
import { type Content, factColumns, head, party, right } from '../../files/pdf-content.ts'
import type { OrderSheet, OrderSheetLine } from './order-pdf-facts.ts'

const money = (paise: number) => showNumber(paise, 2)

/** Lays out the PDF of an order for pdfmake; without amounts for people who may not see them. */
export function orderPdfLayout(sheet: OrderSheet, amounts: boolean): { title: string; content: Content[] } {
  const { order } = sheet
  return {
    title: `${order.status === 'DRAFT' ? 'Draft order' : 'Order'} ${order.orderNo}`,
    content: [
      heading(sheet),
      parties(sheet),
      facts(sheet, amounts),
      lines(sheet, amounts),
      ...(amounts ? [totals(sheet)] : []),
      ...closing(sheet, amounts),
    ],
  }
}

const heading = ({ company, sbu, order }: OrderSheet): Content =>
  letterhead(company, sbu, [
    { text: order.status === 'DRAFT' ? 'Draft order' : 'Order', fontSize: 12 },
    { text: order.orderNo, fontSize: 13, bold: true },
    { text: orderStatusText(order, 'buyer'), style: 'quiet' },
  ])

function parties({ order, buyer, soldTo, address }: OrderSheet): Content {
  const viaDistributor = soldTo.id !== buyer.id
  const partyRows = (one: OrderSheet['buyer']) => [
    `${one.name} (${one.code})`,
    one.address,
    `${one.city} ${one.pincode}`,
    one.gstin && `GSTIN ${one.gstin}`,
  ]
  return {
    columns: [
      party(viaDistributor ? 'Billed to (distributor)' : 'Billed to', partyRows(soldTo)),
      ...(viaDistributor ? [party('Ordered by', partyRows(buyer))] : []),
      party('Delivered to', [
        `${address.name} (${address.code})`,
        address.address,
        `${address.city} ${address.pincode}`,
        order.completeDelivery && 'Only in full',
      ]),
    ],
    columnGap: 16,
    margin: [0, 0, 0, 10],
  }
}

function facts({ order, orderType, placedBy, buyer }: OrderSheet, amounts: boolean): Content {
  const entries: [string, string | null][] = [
    ['Order date', dayText(order.orderDate)],
    ['SAP order', order.sapOrderNo],
    ['Placed by', order.placedForCustomer ? `${placedBy} on behalf of ${buyer.name}` : placedBy],
    [
      'Customer’s PO',
      [order.customerPoNo, order.customerPoDate && dayText(order.customerPoDate)].filter(Boolean).join(' of '),
    ],
    ['Order type', orderType],
    ['Wanted on', dayText(order.requestedDeliveryDate)],
    ['Freight', order.freightTerms.replaceAll('_', ' ')],
    ['By', order.transMode.toLowerCase()],
    ['Payment', amounts ? `${order.paymentTermsDays} days` : null],
  ]
  return factColumns(entries, 70)
}

function lines({ lines }: OrderSheet, amounts: boolean): Content {
  const priced = amounts
    ? [
        head('List ₹', true),
        head('Discount', true),
        head('Rate ₹', true),
        head('Freight ₹', true),
        head('Taxable ₹', true),
        head('GST', true),
      ]
    : []
  const body = lines.map(line => [
    String(line.lineNo),
    product(line),
    right(`${quantityText(line.qty)} ${line.uom}`),
    ...(amounts
      ? [
          right(pricePer(line.listPrice, line.priceUnit)),
          right(line.discountPct > 0 ? percentText(line.discountPct) : ''),
          right(pricePer(line.netPrice, line.priceUnit)),
          right(line.freightValue ? money(line.freightValue) : ''),
          right(money(line.taxableValue)),
          right(percentText(line.gstRate)),
        ]
      : []),
  ])
  return {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: ['auto', '*', 'auto', ...priced.map(() => 'auto')],
      body: [[head('Line'), head('Product'), head('Quantity', true), ...priced], ...body],
    },
    layout: 'lightHorizontalLines',
    margin: [0, 0, 0, 10],
  }
}

function product({ productCode, productName, plantName, promisedOn, deliveries, singleBatchRequired }: OrderSheetLine) {
  const split = deliveries.length > 1
  const schedule = deliveries.map(({ requestedDate, qty }) => `${quantityText(qty)} on ${dayText(requestedDate)}`)
  const below = [
    plantName && `From ${plantName}${promisedOn && !split ? `, expected on ${dayText(promisedOn)}` : ''}`,
    split && `Deliveries: ${schedule.join('; ')}`,
    singleBatchRequired && 'From one batch',
  ]
  return {
    stack: [`${productCode}  ${productName}`, ...below.filter(Boolean).map(text => ({ text, style: 'quiet' }))],
  }
}

function totals({ order }: OrderSheet): Content {
  const rows: [string, number][] = [
    ['Taxable value', order.taxableValue],
    ['of which freight', order.freightValue],
    ['CGST', order.cgst],
    ['SGST or UTGST', order.sgst],
    ['IGST', order.igst],
  ]
  const shown = rows.filter(([name, amount]) => amount !== 0 || name === 'Taxable value')
  return {
    unbreakable: true,
    columns: [
      { text: rupeesInWords(order.grossValue), italics: true, margin: [0, 4, 0, 0] },
      {
        width: 220,
        table: {
          widths: ['*', 'auto'],
          body: [
            ...shown.map(([name, amount]) => [name, right(money(amount))]),
            [
              { text: 'Total ₹', bold: true },
              { ...right(money(order.grossValue)), bold: true },
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

function closing({ order, plants, terms }: OrderSheet, amounts: boolean): Content[] {
  const sites = plants.map(({ name, gstin }) => (amounts ? `${name}, GSTIN ${gstin}` : name))
  return [
    ...(order.remarks ? [party('Remarks', ['', order.remarks].slice(1))] : []),
    ...(sites.length > 0 ? [{ text: `Supplied from ${sites.join('; ')}`, style: 'quiet', margin: [0, 6, 0, 0] }] : []),
    { text: terms, style: 'quiet', margin: [0, 6, 0, 0] },
  ]
}
