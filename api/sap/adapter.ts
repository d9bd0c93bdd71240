import { sapCode } from '../../resources/sap/codes.ts'
import type { ItemCancelMessage, OrderChangeMessage, SalesOrderMessage } from '../../resources/sap/messages.ts'
import { now } from '../platform/clock.ts'
import { type BillingNews, billingDocuments } from './documents/billing-document.ts'
import { type SalesOrderStatus, salesOrdersOf } from './documents/sales-order-status.ts'
import { documentFact } from './facts/document-fact.ts'
import type { AskedFact, Fact } from './facts/fact.ts'
import { entityPages, entityRow, type SapRows } from './http/entity-pages.ts'
import { type SapFields, standardFields } from './http/fields.ts'
import { inOrderNames, orderServiceOf } from './http/order-services.ts'
import { isNotServed, SapError } from './http/sap-error.ts'
import { type SapSession, sapSession } from './http/session.ts'
import type { SapSignIn } from './http/sign-in.ts'
import { keptCode } from './identity/key-forms.ts'
import { isOurs } from './identity/whose.ts'
import { rowsByKeys } from './reading/by-keys.ts'
import {
  changedSince,
  type SapEntity,
  type SinceHow,
  tellUnreadable,
  type Unreadable,
  unreadableError,
} from './reading/changed-since.ts'
import { type ChangedOrder, type ClosedItem, cancelItemsInSap } from './sending/changes-in-sap.ts'
import { type ChargesMessage, findCharges, postCharges } from './sending/charges-entry.ts'
import { findClearing, requestClearing } from './sending/clearing-calls.ts'
import type { ClearedPayment, ClearingMessage } from './sending/clearing-request.ts'
import type { Doubt } from './sending/doubt.ts'
import type { FoundSalesOrder } from './sending/found-orders.ts'
import type { PaymentMessage, PostedPayment, ReversalMessage } from './sending/journal-entry.ts'
import { changeOrderInSap } from './sending/order-change.ts'
import { findPayment, findReversal, postedCredits, postPayment, reversePosting } from './sending/payment-calls.ts'
import { createSalesOrder, findSalesOrders } from './sending/sales-order-calls.ts'
import type { CreatedSalesOrder } from './sending/sales-order-message.ts'

/** What the portal needs of SAP. Every call throws SapError when SAP refuses, cannot be reached or answers nonsense. */
export type SapAdapter = SapRows & {
  createSalesOrder(message: SalesOrderMessage): Promise<CreatedSalesOrder>
  /** The sales orders that bear our order number. */
  findSalesOrders(orderNo: string, isFreeOfCharge?: boolean): Promise<FoundSalesOrder[]>
  salesOrderExists(sapOrderNo: string, isFreeOfCharge?: boolean): Promise<boolean>
  /** A sales order with its items, by SAP's number; null when SAP no longer has it. */
  salesOrder(sapOrderNo: string, isFreeOfCharge?: boolean): Promise<SalesOrderStatus | null>
  /**
   * Those of these sales orders, at most fifty and all free of charge or none, that SAP has; what cannot be read is reported
   * and left out.
   */
  salesOrdersAmong(
    numbers: readonly string[],
    unreadable: Unreadable,
    isFreeOfCharge?: boolean,
  ): Promise<SalesOrderStatus[]>
  /** Closes items of one sales order in one change: all of them or none; says what stays of each. */
  cancelSalesOrderItems(messages: readonly ItemCancelMessage[]): Promise<ClosedItem[]>
  changeSalesOrder(message: OrderChangeMessage): Promise<void>
  postPayment(payment: PaymentMessage): Promise<PostedPayment>
  /** Posts what a gateway kept of a transfer. */
  postCharges(charges: ChargesMessage): Promise<PostedPayment>
  /** The document of charges that were posted before; null without one. */
  findCharges(charges: ChargesMessage): Promise<PostedPayment | null>
  /** The document of a payment that was posted before; a sentence where that is in doubt. */
  findPayment(payment: PaymentMessage): Promise<PostedPayment | Doubt | null>
  /** With what each of these documents credits customers, in paise; null for one that is not there, or was reversed. */
  postedCredits(documents: readonly PostedPayment[]): Promise<(number | null)[]>
  /** Reverses a posting of ours. */
  reversePosting(reversal: ReversalMessage): Promise<PostedPayment>
  /** The document that reversed a posting; null while it stands. */
  findReversal(reversal: ReversalMessage): Promise<PostedPayment | null>
  /** Whose a document is that a person typed, of what kind and amount. */
  documentFact(asked: AskedFact): Promise<Fact>
  /** What SAP cleared of what a posted payment settles: null where all of it is open; a sentence where that is in doubt. */
  findClearing(clearing: ClearingMessage): Promise<ClearedPayment | Doubt | null>
  /** Has SAP clear what is open still; it says nothing, and clears later. */
  requestClearing(clearing: ClearingMessage): Promise<void>
  billingDocumentsSince: ReadSince<BillingNews>
  billingDocumentsAmong: ReadAmong<BillingNews>
  /** Sales orders with their items and schedule lines, whoever entered them; those free of charge last. */
  salesOrdersSince: ReadSince<SalesOrderStatus>
}

/**
 * What changed in SAP at or after an instant, oldest change first, fetched `page` at a time. What cannot be read is
 * reported to `unreadable` and skipped; without it, it is an error.
 */
type ReadSince<Document> = (instant: string, how?: SinceHow) => AsyncIterable<Document>

/** Those of these documents, at most fifty, that SAP has. What cannot be read is reported to `unreadable` and left out. */
type ReadAmong<Document> = (numbers: readonly string[], unreadable: Unreadable) => Promise<Document[]>

type OdataSapOptions = SapSignIn & {
  url: string
  client: string
  timeoutMs?: number
  /** The landscape's own names, read at each call, for they may change meanwhile. */
  fields?: () => Promise<Partial<SapFields>>
}

/** SAP S/4HANA over its released OData v2 services, and the SOAP service of journal entries. */
export function odataSap(options: OdataSapOptions): SapAdapter {
  let sapFields: SapFields = standardFields
  const fields = async (): Promise<SapFields> => {
    sapFields = { ...standardFields, ...(await options.fields?.()) }
    return sapFields
  }
  const session = sapSession({
    url: options.url,
    signIn: options,
    client: options.client,
    timeoutMs: options.timeoutMs ?? 30_000,
    lockMessages: () => sapFields.lockMessages,
  })
  const createdBy = 'user' in options ? options.user : options.clientId
  return {
    createSalesOrder: async message => createSalesOrder(session, await fields(), message),
    findSalesOrders: async (orderNo, isFreeOfCharge = false) =>
      findSalesOrders(session, await fields(), { orderNo, isFreeOfCharge }),
    salesOrderExists: (sapOrderNo, isFreeOfCharge = false) => salesOrderExists(session, { sapOrderNo, isFreeOfCharge }),
    salesOrder: async (sapOrderNo, isFreeOfCharge = false) =>
      oneSalesOrder(session, await fields(), { sapOrderNo, isFreeOfCharge }),
    salesOrdersAmong: async (numbers, tell, isFreeOfCharge = false) =>
      documentsAmong(session, salesOrdersOf({ isFreeOfCharge }), await fields(), numbers, tell),
    cancelSalesOrderItems: messages => cancelItemsInSap(session, messages),
    changeSalesOrder: async message => changeOrderInSap(session, await fields(), message),
    postPayment: async payment => postPayment(session, await fields(), createdBy, payment),
    findPayment: async payment => findPayment(session, await fields(), payment),
    postedCredits: documents => postedCredits(session, documents),
    reversePosting: async reversal => reversePosting(session, await fields(), createdBy, reversal),
    findReversal: reversal => findReversal(session, reversal),
    postCharges: async charges => postCharges(session, await fields(), createdBy, charges),
    findCharges: async charges => findCharges(session, await fields(), charges),
    documentFact: async asked => documentFact(session, await fields(), asked),
    findClearing: clearing => findClearing(session, clearing),
    requestClearing: async clearing => requestClearing(session, await fields(), createdBy, clearing, now()),
    billingDocumentsSince: (instant, how) => changedSince(session, billingDocuments, fields, instant, how),
    billingDocumentsAmong: async (numbers, tell) =>
      documentsAmong(session, billingDocuments, await fields(), numbers, tell),
    pages: (set, how) => entityPages(session, set, how),
    row: (set, key) => entityRow(session, set, key),
    salesOrdersSince: (instant, how) => salesOrdersSince(session, fields, instant, how),
  }
}

async function* salesOrdersSince(
  session: SapSession,
  fields: () => Promise<SapFields>,
  instant: string,
  how: Parameters<ReadSince<SalesOrderStatus>>[1],
): AsyncGenerator<SalesOrderStatus> {
  yield* changedSince(session, salesOrdersOf({}), fields, instant, how)
  if (!(await fields()).hasFreeOrders) return
  try {
    yield* changedSince(session, salesOrdersOf({ isFreeOfCharge: true }), fields, instant, how)
  } catch (error) {
    // What the other service gave is read all the same.
    if (!(error instanceof SapError && isNotServed(error) && how?.unreadable)) throw error
    how.unreadable('', `Orders free of charge: ${error.message}`)
  }
}

async function salesOrderExists(session: SapSession, order: ChangedOrder) {
  const of = orderServiceOf(order)
  const key = of.names.SalesOrder ?? 'SalesOrder'
  const row = await entityRow(session, { ...salesOrdersOf(order), select: [key], expand: [] }, orderKey(order))
  return row !== null && keptCode(inOrderNames(of, row).SalesOrder) === keptCode(order.sapOrderNo)
}

const orderKey = (order: ChangedOrder) => ({
  [orderServiceOf(order).names.SalesOrder ?? 'SalesOrder']: sapCode(order.sapOrderNo),
})

async function oneSalesOrder(session: SapSession, fields: SapFields, order: ChangedOrder) {
  const askedAt = now()
  const entity = salesOrdersOf(order)
  const row = await entityRow(session, entity, orderKey(order))
  if (row === null) return null
  try {
    return entity.read(row, fields, askedAt)
  } catch (error) {
    throw unreadableError(entity, order.sapOrderNo, error)
  }
}

async function documentsAmong<Document>(
  session: SapSession,
  entity: SapEntity<Document>,
  fields: SapFields,
  numbers: readonly string[],
  unreadable: Unreadable,
): Promise<Document[]> {
  const askedAt = now()
  const sap: SapRows = {
    pages: (set, how) => entityPages(session, set, how),
    row: (set, key) => entityRow(session, set, key),
  }
  // Whoever asks takes a document that is not there for deleted.
  const { rows } = await rowsByKeys(sap, entity, numbers, { pageSize: numbers.length + 1 })
  return [...rows.values()].flatMap(row => {
    if (!isOurs(entity.identity, row, fields)) return []
    try {
      return [entity.read(row, fields, askedAt)]
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      tellUnreadable(unreadable, String(row[entity.key[0]!]), error)
      return []
    }
  })
}
