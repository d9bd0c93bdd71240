import { createHash } from 'node:crypto'
import { sum } from '../../../resources/define/amounts.ts'
import { addDays, dayOf, fyOf } from '../../../resources/define/dates.ts'
import { standardFields as sap } from '../../sap/http/fields.ts'
import { toSapAmount } from '../../sap/http/odata.ts'
import type { SimulatorStore, StoredOrder } from '../sap/store.ts'
import type { Row } from '../sap-odata/entity-type.ts'
import { postInvoice } from './accounting.ts'
import { addLine, type BilledLine, inParts, openLines, orderedLines, roundedOff } from './billing-lines.ts'
import { orderOf } from './deliveries.ts'
import { fiscalYearOf, partnerOf } from './lookups.ts'
import { nextNumber } from './numbers.ts'
import { Refused } from './refused.ts'

/** What is odd about the billing that somebody asks for. */
export interface BillingWishes {
  /** One document for all orders, where they have one payer, terms and plant. */
  collective?: boolean
  /** A pro-forma: it looks like an invoice and is none. */
  proForma?: boolean
  /** It waits for its posting: neither an official number nor an accounting document. */
  lateReference?: boolean
  /** In how many parts it is paid, each due a month after the other. */
  instalments?: number
  /** Batches are billed with their quantities, and their main item with 0; else the other way round. */
  byBatch?: boolean
  /** So many documents of each delivery, each of a part of it. */
  parts?: number
  /** So many percent of what left. */
  percent?: number
}

/**
 * Bills what has left the plants and is not billed yet, a document a delivery; returns their numbers. Throws Refused when
 * there is nothing.
 */
export function bill(
  store: SimulatorStore,
  salesOrders: readonly string[],
  wishes: BillingWishes,
  at: string,
): string[] {
  return store.entities.together(() => {
    const lines = salesOrders.flatMap(number => openLines(store, orderOf(store, number), wishes))
    if (lines.length === 0)
      throw new Refused('Nothing has left the plants that is not billed yet: post the goods issue first.')
    const groups = Map.groupBy(lines, line =>
      wishes.collective ? splitKey(line) : String(line.delivery?.DeliveryDocument),
    )
    const numbers = [...groups.values()].flatMap(group =>
      inParts(store, group, wishes.parts ?? 1).map(part => addDocument(store, part, wishes, at)),
    )
    if (!wishes.proForma) {
      for (const { delivery } of lines) if (delivery) setBilled(store, delivery, at)
      for (const number of salesOrders) store.advance(orderOf(store, number), { billedAt: at, issuedAt: at }, at)
    }
    return numbers
  })
}

/**
 * Bills an order, or a part of it, without a delivery: what a supplier ships, or a service. Returns the number of the
 * document. Throws Refused for an order without items.
 */
export function billOrder(
  store: SimulatorStore,
  salesOrder: string,
  { itemCategory, percent = 100 }: { itemCategory: string; percent?: number },
  at: string,
): string {
  return store.entities.together(() => {
    const lines = orderedLines(store, orderOf(store, salesOrder), percent, itemCategory)
    if (lines.length === 0) throw new Refused(`Sales order ${salesOrder} has no items to bill.`)
    return addDocument(store, lines, {}, at)
  })
}

/** SAP splits billing documents where these differ. */
const splitKey = ({ order, item }: BilledLine) =>
  [partnerOf(order, 'PY'), order.body.SoldToParty, order.body.CustomerPaymentTerms, item.Plant].join()

function setBilled(store: SimulatorStore, delivery: Row, at: string) {
  const day = dayOf(at)
  const billed = { OverallDelivReltdBillgStatus: 'C', OverallSDProcessStatus: 'C', LastChangeDate: day }
  store.entities.put('A_OutbDeliveryHeader', { ...delivery, ...billed })
  for (const item of store.entities.below('A_OutbDeliveryItem', [delivery.DeliveryDocument]))
    store.entities.put('A_OutbDeliveryItem', { ...item, DeliveryRelatedBillingStatus: 'C' })
}

function addDocument(store: SimulatorStore, billed: readonly BilledLine[], wishes: BillingWishes, at: string): string {
  const lines = roundedOff(billed)
  const number = `${nextNumber(store.db, 'billing')}`
  const [{ order }] = lines as [BilledLine]
  const net = sum(lines.map(({ price }) => price.net))
  const tax = sum(lines.map(({ price }) => price.tax))
  const day = dayOf(at)
  const kind = wishes.proForma ? { type: 'F8', category: 'U' } : { type: 'F2', category: 'M' }
  for (const [index, line] of lines.entries()) addLine(store, line, number, (index + 1) * 10, day)
  const partners = { SP: order.body.SoldToParty, SH: partnerOf(order, 'SH'), BP: partnerOf(order, 'BP') }
  for (const [PartnerFunction, Customer] of [...Object.entries(partners), ['PY', partnerOf(order, 'PY')] as const])
    store.entities.put('A_BillingDocumentPartner', { BillingDocument: number, PartnerFunction, Customer })
  const document: Row = {
    BillingDocument: number,
    BillingDocumentType: kind.type,
    SDDocumentCategory: kind.category,
    ...amounts(net, tax),
    ...headerOf(order, day, at),
    [sap.dueDate]: addDays(day, termDays(String(order.body.CustomerPaymentTerms ?? ''))),
  }
  store.entities.put('A_BillingDocument', document)
  if (!wishes.proForma && !wishes.lateReference) releaseToAccounting(store, number, at, wishes.instalments)
  return number
}

export const amounts = (net: number, tax: number): Row => ({
  TotalNetAmount: toSapAmount(net),
  TaxAmount: toSapAmount(tax),
  TotalGrossAmount: toSapAmount(net + tax),
})

function headerOf(order: StoredOrder, day: string, at: string): Row {
  return {
    BillingDocumentDate: day,
    CreationDate: day,
    LastChangeDate: day,
    LastChangeDateTime: at,
    BillingDocumentIsCancelled: false,
    InvoiceClearingStatus: 'A',
    AccountingPostingStatus: 'A',
    SalesOrganization: order.body.SalesOrganization,
    CompanyCode: order.body.SalesOrganization,
    FiscalYear: fiscalYearOf(day),
    DistributionChannel: order.body.DistributionChannel,
    Division: order.body.OrganizationDivision,
    SoldToParty: order.body.SoldToParty,
    PayerParty: partnerOf(order, 'PY'),
    CustomerPaymentTerms: order.body.CustomerPaymentTerms ?? '',
    PurchaseOrderByCustomer: order.body.PurchaseOrderByCustomer ?? '',
    IncotermsClassification: order.body.IncotermsClassification ?? '',
    TransactionCurrency: order.body.TransactionCurrency ?? 'INR',
  }
}

/**
 * Posts a billing document: it gets its official number, its e-invoice number and an accounting document. Throws Refused
 * for one that is posted, or never is.
 */
export function releaseToAccounting(store: SimulatorStore, number: string, at: string, instalments = 1) {
  const document = documentOf(store, number)
  if (['U', '5', '6'].includes(String(document.SDDocumentCategory)))
    throw new Refused(`Billing document ${number} is none that accounting knows.`)
  if (document.AccountingDocument) throw new Refused(`Billing document ${number} is posted already.`)
  const year = fyOf(String(document.BillingDocumentDate))
  const invoiceNo = `IN${year}${`${nextNumber(store.db, 'invoiceNo')}`.padStart(6, '0')}`
  const plant = String(store.entities.below('A_BillingDocumentItem', [number])[0]?.Plant ?? '')
  const irn = createHash('sha256').update(`${plant}/${year}/INV/${invoiceNo}`).digest('hex')
  const named = { ...document, DocumentReferenceID: invoiceNo, [sap.irn]: irn, AccountingPostingStatus: 'C' }
  const AccountingDocument = postInvoice(store, named, instalments, at)
  store.entities.change('A_BillingDocument', { ...named, AccountingDocument }, at)
}

export function documentOf(store: SimulatorStore, number: string): Row {
  const document = store.entities.find('A_BillingDocument', [number])
  if (!document) throw new Refused(`Billing document ${number} does not exist.`)
  return document
}

/** The days in a payment term's key, as `N030` has 30; SAP's own `0001` means payable at once. */
const termDays = (terms: string) => (terms === '0001' ? 0 : Number(/\d{1,3}$/.exec(terms)?.[0] ?? 0))
