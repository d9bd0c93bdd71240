import { createHash } from 'node:crypto'
import { mulDiv, priceTimes, sum } from '../../../resources/define/amounts.ts'
import { addDays, dayOf, fyOf } from '../../../resources/define/dates.ts'
import { type SapFields, standardFields as sap } from '../fields.ts'
import {
  collectionRows,
  fromSapAmount,
  fromSapQuantity,
  odataLiteral,
  sapDate,
  sapInstant,
  toSapAmount,
} from '../odata.ts'
import { dataAnswer, emptyAnswer, numbersIn, type SimulatorAnswer, sapNotFound, sapRefusal } from './answers.ts'
import { changesPage } from './changes.ts'
import { deliveredItem } from './schedules.ts'
import { firstBillingDocument, type SapRecord, type SimulatorStore, type StoredOrder } from './store.ts'

const rupee = 100

/** Bills every order created `billAfterMs` ago or earlier: one document per order and plant, without rejected items. */
export function billDueOrders(store: SimulatorStore, billAfterMs: number, now: string) {
  const createdUntil = new Date(Date.parse(now) - billAfterMs).toISOString()
  for (const order of store.ordersToBill(createdUntil)) {
    const open = order.items.filter(item => !item.SalesDocumentRjcnReason && Number(item.RequestedQuantity) > 0)
    const plants = Map.groupBy(open, item => String(item.ProductionPlant ?? ''))
    const documents = [...plants].map(
      ([plant, items]) =>
        (id: number) =>
          billingDocument(order, plant, items, id, now),
    )
    store.bill(order, documents, order.items.map(deliveredItem), now)
  }
}

/** `GET A_BillingDocument` by change time, paged, or by number; what `$expand` does not name is only a deferred link. */
export function getBillingDocuments(store: SimulatorStore, query: URLSearchParams, address: string): SimulatorAnswer {
  const expand = query.get('$expand')?.split(',') ?? []
  const numbers = numbersIn('BillingDocument', query.get('$filter') ?? '')
  if (numbers) {
    const found = numbers.map(store.billingDocument).filter(row => row !== null)
    return dataAnswer({ results: found.map(row => expanded(row, expand)) })
  }
  return changesPage(query, address, (since, top, skip) =>
    store.billingDocuments(since, top, skip).map(row => expanded(row, expand)),
  )
}

/** `POST /sap/simulator/invoice { billingDocument, cleared: true }`: simulates that an invoice is paid. */
export function answerInvoice(store: SimulatorStore, body: unknown): SimulatorAnswer {
  const { billingDocument: number, cleared } = (body ?? {}) as SapRecord
  if (cleared !== true)
    return sapRefusal(400, [{ code: 'SY/530', message: 'Say { "billingDocument", "cleared": true }.' }])
  return store.clearBillingDocument(String(number)) ? emptyAnswer : sapNotFound(`billing document ${number}`)
}

function expanded(row: SapRecord, expand: string[]): SapRecord {
  const link = (name: string) => ({
    __deferred: { uri: `A_BillingDocument(${odataLiteral(String(row.BillingDocument))})/${name}` },
  })
  const items = collectionRows(row.to_Item).map(item =>
    expand.includes('to_Item/to_PricingElement') ? item : { ...item, to_PricingElement: link('to_PricingElement') },
  )
  return {
    ...row,
    to_Item: expand.some(name => name.startsWith('to_Item')) ? { results: items } : link('to_Item'),
    to_Partner: expand.includes('to_Partner') ? row.to_Partner : link('to_Partner'),
  }
}

function billingDocument(order: StoredOrder, plant: string, items: SapRecord[], id: number, now: string): SapRecord {
  const day = dayOf(now)
  const billed = items.map((item, index) => billedItem(order, item, plant, index, id, day))
  const net = sum(billed.map(item => fromSapAmount(item.NetAmount)))
  const tax = sum(billed.map(item => fromSapAmount(item.TaxAmount)))
  const invoiceNo = `IN${fyOf(day)}${`${id}`.padStart(6, '0')}`
  return {
    BillingDocument: `${firstBillingDocument + id}`,
    BillingDocumentType: 'F2',
    BillingDocumentDate: sapDate(day),
    BillingDocumentIsCancelled: false,
    InvoiceClearingStatus: 'A',
    LastChangeDateTime: sapInstant(now),
    SalesOrganization: order.body.SalesOrganization,
    DistributionChannel: order.body.DistributionChannel,
    Division: order.body.OrganizationDivision,
    SoldToParty: order.body.SoldToParty,
    PayerParty: partner(order, 'PY'),
    CustomerPaymentTerms: order.body.CustomerPaymentTerms ?? '',
    DocumentReferenceID: invoiceNo,
    TransactionCurrency: 'INR',
    TotalNetAmount: toSapAmount(net),
    TaxAmount: toSapAmount(tax),
    TotalGrossAmount: toSapAmount(mulDiv(net + tax, 1, rupee) * rupee),
    [sap.irn]: createHash('sha256')
      .update(`${plant}/${fyOf(day)}/INV/${invoiceNo}`)
      .digest('hex'),
    [sap.dueDate]: sapDate(addDays(day, termDays(String(order.body.CustomerPaymentTerms ?? '')))),
    to_Item: { results: billed },
    to_Partner: { results: [{ PartnerFunction: 'SH', Customer: partner(order, 'SH') }] },
  }
}

function billedItem(
  order: StoredOrder,
  item: SapRecord,
  plant: string,
  index: number,
  id: number,
  day: string,
): SapRecord {
  const quantity = fromSapQuantity(item.RequestedQuantity)
  const { net, conditions } = priced(collectionRows(item.to_PricingElement), quantity, sap)
  const taxes = conditions.filter(row => gst.includes(row.ConditionType))
  return {
    BillingDocument: `${firstBillingDocument + id}`,
    BillingDocumentItem: `${(index + 1) * 10}`,
    SalesDocument: order.salesOrder,
    SalesDocumentItem: `${Number(item.SalesOrderItem)}`,
    ReferenceSDDocument: `${8_000_000_000 + id}`,
    Material: item.Material,
    Plant: plant,
    Batch: item.Batch ?? `B${day.slice(2, 4)}${day.slice(5, 7)}${`${id % 10_000}`.padStart(4, '0')}`,
    [sap.expiryDate]: sapDate(addDays(day, 730)),
    BillingQuantity: item.RequestedQuantity,
    BillingQuantityUnit: item.RequestedQuantityUnit,
    ItemGrossWeight: item.ItemGrossWeight ?? '0.000',
    ItemWeightUnit: 'KG',
    TransactionCurrency: 'INR',
    NetAmount: toSapAmount(net),
    TaxAmount: toSapAmount(sum(taxes.map(row => fromSapAmount(row.ConditionAmount)))),
    to_PricingElement: { results: conditions },
  }
}

const gst = [sap.cgst, sap.sgst, sap.utgst, sap.igst]

/** The item's conditions with their amounts: price by quantity, freight as it is, GST as a percentage of both. */
function priced(elements: SapRecord[], quantity: number, fields: SapFields) {
  const rate = (type: string) => elements.find(row => row.ConditionType === type)?.ConditionRateValue
  const value = priceTimes(fromSapAmount(rate(fields.price) ?? '0'), quantity)
  const freight = fromSapAmount(rate(fields.freight) ?? '0')
  const net = value + freight
  const conditions = elements.map(row => {
    const type = String(row.ConditionType)
    // A percentage in thousandths of a percent, hence a hundred thousand to the whole.
    const tax = gst.includes(type) ? mulDiv(net, fromSapQuantity(row.ConditionRateValue), 100_000) : 0
    const amount = type === fields.price ? value : type === fields.freight ? freight : tax
    return { ...row, ConditionType: type, ConditionAmount: toSapAmount(amount), TransactionCurrency: 'INR' }
  })
  return { net, conditions }
}

const partner = (order: StoredOrder, role: string) =>
  collectionRows(order.body.to_Partner).find(row => row.PartnerFunction === role)?.Customer ?? order.body.SoldToParty

/** The days in a payment term's key, as `N030` has 30; SAP's own `0001` means payable at once. */
const termDays = (terms: string) => (terms === '0001' ? 0 : Number(/\d{1,3}$/.exec(terms)?.[0] ?? 0))
