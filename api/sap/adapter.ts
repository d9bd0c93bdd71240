import { setTimeout as pause } from 'node:timers/promises'
import { now } from '../platform/clock.ts'
import { type BillingDocument, billingDocuments } from './billing-document.ts'
import { changedSince, type Unreadable, unreadableError } from './changed-since.ts'
import { type SapFields, standardFields } from './fields.ts'
import { collectionRows, itemNo, odataLiteral, requiredText, sapCode, toSapQuantity } from './odata.ts'
import { type SalesOrderMessage, salesOrderBody } from './sales-order-message.ts'
import { type SalesOrderStatus, salesOrders } from './sales-order-status.ts'
import { SapError } from './sap-error.ts'
import { readAnswer, type SapSession, sapSession } from './session.ts'

/**
 * A line to be closed in SAP: with `remainingQty` (thousandths) it is reduced to that, without it is rejected whole.
 */
export type ItemCancelMessage = {
  sapOrderNo: string
  sapItemNo: string
  rejectionCode: string
  remainingQty: number | null
}

export type CreatedSalesOrder = { salesOrder: string; items: { lineNo: number; salesOrderItem: string }[] }

/** What the portal needs of SAP. Every call throws SapError when SAP refuses, cannot be reached or answers nonsense. */
export type SapAdapter = {
  createSalesOrder(message: SalesOrderMessage): Promise<CreatedSalesOrder>
  /** The SAP number of an order sent before, by our order number; null when SAP has none. */
  findSalesOrder(orderNo: string): Promise<string | null>
  salesOrderExists(sapOrderNo: string): Promise<boolean>
  /** A sales order with its items, by SAP's number; null when SAP no longer has it. */
  salesOrder(sapOrderNo: string): Promise<SalesOrderStatus | null>
  /** Which of these, at most fifty, SAP has. */
  salesOrdersAmong(sapOrderNos: readonly string[]): Promise<string[]>
  /** Closes items of one sales order in one change: all of them or none. */
  cancelSalesOrderItems(messages: readonly ItemCancelMessage[]): Promise<void>
  billingDocumentsSince: ReadSince<BillingDocument>
  /** Those of these billing documents, at most fifty, that SAP has. */
  billingDocumentsAmong(numbers: readonly string[]): Promise<BillingDocument[]>
  /** Sales orders with their items and schedule lines, whoever entered them. */
  salesOrdersSince: ReadSince<SalesOrderStatus>
}

/**
 * What changed in SAP at or after an instant, oldest change first, fetched `page` at a time. What cannot be read is
 * reported to `unreadable` and skipped; without it, it is an error.
 */
export type ReadSince<Document> = (
  instant: string,
  how?: { page?: number | undefined; unreadable?: Unreadable | undefined },
) => AsyncIterable<Document>

type OdataSapOptions = {
  url: string
  user: string
  password: string
  client: string
  timeoutMs?: number
  /** The landscape's own names, read at each call, for they may change meanwhile. */
  fields?: () => Promise<Partial<SapFields>>
}

const orders = 'API_SALES_ORDER_SRV'

/** SAP S/4HANA over its released OData v2 services API_SALES_ORDER_SRV and API_BILLING_DOCUMENT_SRV. */
export function odataSap(options: OdataSapOptions): SapAdapter {
  const fields = async (): Promise<SapFields> => ({ ...standardFields, ...(await options.fields?.()) })
  const session = sapSession({
    url: options.url,
    user: options.user,
    password: options.password,
    client: options.client,
    timeoutMs: options.timeoutMs ?? 30_000,
    lockMessages: standardFields.lockMessages,
  })
  return {
    createSalesOrder: async message => createSalesOrder(session, await fields(), message),
    findSalesOrder: async orderNo => findSalesOrder(session, await fields(), orderNo),
    salesOrderExists: sapOrderNo => salesOrderExists(session, sapOrderNo),
    salesOrder: async sapOrderNo => oneSalesOrder(session, await fields(), sapOrderNo),
    salesOrdersAmong: sapOrderNos => salesOrdersAmong(session, sapOrderNos),
    cancelSalesOrderItems: messages => cancelSalesOrderItems(session, messages),
    billingDocumentsSince: (instant, how) => changedSince(session, billingDocuments, fields, instant, how),
    billingDocumentsAmong: async numbers => billingDocumentsAmong(session, await fields(), numbers),
    salesOrdersSince: (instant, how) => changedSince(session, salesOrders, fields, instant, how),
  }
}

async function createSalesOrder(session: SapSession, fields: SapFields, message: SalesOrderMessage) {
  const answer = await session.modify('POST', `${orders}/A_SalesOrder`, salesOrderBody(message, fields))
  return readAnswer(
    answer.text,
    ({ SalesOrder, to_Item }) => {
      if (typeof SalesOrder !== 'string' || SalesOrder === '') throw new RangeError('no order number')
      const items = collectionRows(to_Item).map(({ SalesOrderItem }) => ({
        lineNo: Number(SalesOrderItem),
        salesOrderItem: itemNo(SalesOrderItem as string),
      }))
      return { salesOrder: sapCode(SalesOrder), items }
    },
    'change',
  )
}

async function findSalesOrder(session: SapSession, fields: SapFields, orderNo: string) {
  const answer = await session.get(`${orders}/A_SalesOrder`, {
    $filter: `${fields.orderNo} eq ${odataLiteral(orderNo)}`,
    $select: 'SalesOrder',
  })
  return readAnswer(answer.text, found => {
    if (!Array.isArray(found.results)) throw new RangeError('no list')
    const first = collectionRows(found)[0]
    return first ? sapCode(String(first.SalesOrder)) : null
  })
}

async function salesOrderExists(session: SapSession, sapOrderNo: string) {
  const answer = await getSalesOrder(session, sapOrderNo, { $select: 'SalesOrder' })
  return answer !== null && readAnswer(answer, order => sapCode(String(order.SalesOrder)) === sapCode(sapOrderNo))
}

async function oneSalesOrder(session: SapSession, fields: SapFields, sapOrderNo: string) {
  const askedAt = now()
  const answer = await getSalesOrder(session, sapOrderNo, { $expand: salesOrders.expand })
  if (answer === null) return null
  const row = readAnswer(answer, order => order)
  try {
    return salesOrders.read(row, fields, askedAt)
  } catch (error) {
    throw unreadableError(salesOrders, sapOrderNo, error)
  }
}

async function salesOrdersAmong(session: SapSession, sapOrderNos: readonly string[]) {
  const answer = await session.get(`${orders}/A_SalesOrder`, {
    $filter: sapOrderNos.map(number => `SalesOrder eq ${odataLiteral(sapCode(number))}`).join(' or '),
    $select: 'SalesOrder',
    $top: sapOrderNos.length,
  })
  return readAnswer(answer.text, found => {
    if (!Array.isArray(found.results)) throw new RangeError('no list')
    return collectionRows(found).map(({ SalesOrder }) => sapCode(requiredText(SalesOrder)))
  })
}

async function billingDocumentsAmong(session: SapSession, fields: SapFields, numbers: readonly string[]) {
  const { path, key, expand } = billingDocuments
  const answer = await session.get(path, {
    $filter: numbers.map(number => `${key} eq ${odataLiteral(sapCode(number))}`).join(' or '),
    $expand: expand,
    $top: numbers.length,
  })
  const askedAt = now()
  return readAnswer(answer.text, found => {
    if (!Array.isArray(found.results)) throw new RangeError('no list')
    return collectionRows(found).map(row => billingDocuments.read(row, fields, askedAt))
  })
}

/** The text of SAP's answer; null where SAP itself says that there is no such order. */
async function getSalesOrder(session: SapSession, sapOrderNo: string, query: Record<string, string>) {
  try {
    return (await session.get(`${orders}/A_SalesOrder(${odataLiteral(sapCode(sapOrderNo))})`, query)).text
  } catch (error) {
    // A 404 that SAP itself explains is BUSINESS; one from a proxy on the way is TECH and proves nothing.
    if (error instanceof SapError && error.httpStatus === 404 && error.errorClass === 'BUSINESS') return null
    throw error
  }
}

/**
 * How often, and until when, a change is made anew from a fresh reading when somebody changed the sales order in between:
 * well within the time for which a sender may hold its messages.
 */
const triesWhenOutrun = 5
const triesWithinMs = 40_000

async function cancelSalesOrderItems(session: SapSession, messages: readonly ItemCancelMessage[]) {
  const end = performance.now() + triesWithinMs
  for (let turn = 1; ; turn++) {
    try {
      return await changeItems(session, messages)
    } catch (error) {
      const mayTryAgain = turn < triesWhenOutrun && performance.now() < end
      if (!(error instanceof SapError && error.isOutrun && mayTryAgain)) throw error
      // Others write to it just now; not all at the same moment again.
      await pause(turn * (50 + 100 * Math.random()))
    }
  }
}

/** The sales order has one etag for all its items, which is read just before the change. */
async function changeItems(session: SapSession, messages: readonly ItemCancelMessage[]) {
  const [{ sapOrderNo }] = messages as [ItemCancelMessage]
  const number = odataLiteral(sapCode(sapOrderNo))
  const current = await session.get(`${orders}/A_SalesOrder(${number})`, { $select: 'SalesOrder' })
  const etag = readAnswer(current.text, order => (order.__metadata as { etag?: string } | undefined)?.etag ?? '*')
  const changes = messages.map(({ sapItemNo, rejectionCode, remainingQty }) => ({
    path: `A_SalesOrderItem(SalesOrder=${number},SalesOrderItem=${odataLiteral(itemNo(sapItemNo))})`,
    body:
      remainingQty === null
        ? { SalesDocumentRjcnReason: rejectionCode }
        : { RequestedQuantity: toSapQuantity(remainingQty) },
    headers: { 'If-Match': etag },
  }))
  const [first] = changes
  if (changes.length > 1) await session.modifyTogether(orders, changes)
  else await session.modify('PATCH', `${orders}/${first!.path}`, first!.body, first!.headers)
}
