import { rupeesInWords } from '../../../resources/define/in-words.ts'
import {
  dayText,
  percentText,
  pricePer,
  quantityText,
  rupees,
  shortPercentText,
  showNumber,
} from '../../../resources/define/show.ts'
import { fieldText } from '../../../resources/field-text.ts'
import { order as orderResource } from '../../../resources/orders/order.ts'
import { orderStatusText } from '../../../resources/orders/order-status.ts'
import { letterhead } from '../../files/letterhead.ts'
import { type Content, head, party, right } from '../../files/pdf-content.ts'
import type { OrderSheet, OrderSheetLine } from './order-pdf-facts.ts'

const orderFields = orderResource.fields
const money = (paise: number) => showNumber(paise, 2)

/** Lays out the PDF of an order for pdfmake; without amounts for people who may not see them. */
export function orderPdfLayout(sheet: OrderSheet, amounts: boolean): { title: string; content: Content[] } {
  const { order } = sheet
  return {
    title: `${nameOf(order)} ${order.orderNo}`,
    content: [
      heading(sheet),
      parties(sheet, amounts),
      lines(sheet, amounts),
      ...(amounts ? [totals(sheet)] : []),
      ...closing(sheet, amounts),
    ],
  }
}

const heading = ({ company, sbu, order }: OrderSheet): Content =>
  letterhead(company, sbu, [
    { text: nameOf(order), style: 'title' },
    {
      text: [
        { text: order.orderNo, bold: true },
        ` of ${dayText(order.orderDate)}`,
        ...(order.customerPoNo
          ? [
              ', for your purchase order ',
              { text: order.customerPoNo, bold: true },
              order.customerPoDate ? ` of ${dayText(order.customerPoDate)}` : '',
            ]
          : []),
      ],
      fontSize: 11,
      margin: [0, 2, 0, 2],
    },
    {
      text: `${orderStatusText(order, 'buyer')}${order.sapOrderNo ? `, SAP order ${order.sapOrderNo}` : ''}`,
      style: 'quiet',
    },
  ])

/** A draft, what was asked for, or what was confirmed. */
const nameOf = ({ status, sapOrderNo }: OrderSheet['order']) =>
  status === 'DRAFT' ? 'Draft order' : sapOrderNo === null ? 'Order' : 'Order confirmation'

function parties(sheet: OrderSheet, amounts: boolean): Content {
  const { order, buyer, soldTo, address } = sheet
  const viaDistributor = soldTo.id !== buyer.id
  const partyRows = (one: OrderSheet['buyer']) => [
    `${one.name} (${one.code})`,
    one.address,
    `${one.city} ${one.pincode}`,
    one.gstin && `GSTIN ${one.gstin}`,
  ]
  return {
    columns: [
      party(viaDistributor ? 'Sold to (distributor)' : 'Sold to', partyRows(soldTo)),
      ...(viaDistributor ? [party('Ordered by', partyRows(buyer))] : []),
      party('Delivered to', [
        `${address.name} (${address.code})`,
        address.address,
        `${address.city} ${address.pincode}`,
        order.completeDelivery && 'Only in full',
      ]),
      { stack: terms(sheet, amounts).map(([title, value]) => party(title, [value])) },
    ],
    columnGap: 16,
    margin: [0, 0, 0, 10],
  }
}

/** When the goods come, how they are paid for and carried, and who ordered them. */
function terms({ order, orderType, placedBy, buyer, lines }: OrderSheet, amounts: boolean): [string, string][] {
  const { freightTerms, transMode } = orderFields
  const promised = lines.flatMap(({ promisedOn }) => promisedOn ?? []).toSorted()
  const carried = `${fieldText(freightTerms, order.freightTerms, 'buyer')}, ${fieldText(transMode, order.transMode, 'buyer').toLowerCase()}`
  return [
    promised.length > 0
      ? ['Expected by', dayText(promised.at(-1)!)]
      : ['Wanted on', dayText(order.requestedDeliveryDate)],
    ...(amounts ? [['Payment', `${order.paymentTermsDays} days after invoice`] as [string, string]] : []),
    ['Freight', carried],
    ['Order type', orderType],
    ['Placed by', order.placedForCustomer ? `${placedBy} on behalf of ${buyer.name}` : placedBy],
  ]
}

function lines({ lines }: OrderSheet, amounts: boolean): Content {
  const discounted = lines.some(({ discountPct }) => discountPct > 0)
  const carried = lines.some(({ freightValue }) => freightValue > 0)
  const columns: Column[] = [
    { title: '', value: ({ lineNo }) => String(lineNo) },
    { title: 'Product', width: '*', value: product },
    { title: 'HSN', value: ({ hsnCode }) => ({ text: hsnCode, style: 'quiet' }) },
    { title: 'Quantity', isNumber: true, value: line => `${quantityText(line.qty)} ${line.uom}` },
    ...(amounts && discounted ? discountColumns : []),
    ...(amounts ? [rateColumn] : []),
    ...(amounts && carried ? [freightColumn] : []),
    ...(amounts ? amountColumns : []),
  ]
  return {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: columns.map(({ width = 'auto' }) => width),
      body: [
        columns.map(({ title, isNumber }) => head(title, isNumber)),
        ...lines.map(line =>
          columns.map(({ value, isNumber }) => {
            const cell = value(line)
            return isNumber ? right(cell as string) : cell
          }),
        ),
      ],
    },
    layout: 'lightHorizontalLines',
    margin: [0, 0, 0, 10],
  }
}

interface Column {
  title: string
  width?: '*'
  isNumber?: true
  value: (line: OrderSheetLine) => string | Content
}

const rateColumn: Column = {
  title: 'Rate ₹',
  isNumber: true,
  value: line => line.rate,
}
const freightColumn: Column = {
  title: 'Freight ₹',
  isNumber: true,
  value: ({ freightValue }) => (freightValue ? money(freightValue) : ''),
}
const discountColumns: Column[] = [
  { title: 'List ₹', isNumber: true, value: line => pricePer(line.listPrice, line.priceUnit) },
  { title: 'Discount', isNumber: true, value: line => (line.discountPct > 0 ? percentText(line.discountPct) : '') },
]
const amountColumns: Column[] = [
  { title: 'Taxable ₹', isNumber: true, value: line => money(line.taxableValue) },
  { title: 'GST', isNumber: true, value: line => shortPercentText(line.gstRate) },
]

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
              { text: 'Total', bold: true, fontSize: 11 },
              { ...right(rupees(order.grossValue)), bold: true, fontSize: 11 },
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
