import { rmSync } from 'node:fs'
import type { Knex } from 'knex'
import { doDuties } from '../../api/platform/before-commit.ts'
import { now, setClock, today } from '../../api/platform/clock.ts'
import type { Log } from '../../api/platform/log.ts'
import type { SapAdapter } from '../../api/sap/adapter.ts'
import { billingDocuments } from '../../api/sap/documents/billing-document.ts'
import { invoicePull } from '../../api/sap/documents/save-invoice.ts'
import { documentFact } from '../../api/sap/facts/document-fact.ts'
import { entityPages, entityRow } from '../../api/sap/http/entity-pages.ts'
import { standardFields } from '../../api/sap/http/fields.ts'
import { type SapRow, toSapQuantity } from '../../api/sap/http/odata.ts'
import { inOrderNames, orderServiceOf } from '../../api/sap/http/order-services.ts'
import { SapError } from '../../api/sap/http/sap-error.ts'
import { sapReader } from '../../api/sap/reading/reader.ts'
import { findCharges, postCharges } from '../../api/sap/sending/charges-entry.ts'
import { anyDue } from '../../api/sap/sending/claims.ts'
import { findClearing, requestClearing } from '../../api/sap/sending/clearing-calls.ts'
import type { ClearingMessage } from '../../api/sap/sending/clearing-request.ts'
import type { PaymentMessage } from '../../api/sap/sending/journal-entry.ts'
import { forgetFailures } from '../../api/sap/sending/pause.ts'
import {
  findPayment,
  findReversal,
  postedCredits,
  postPayment,
  reversePosting,
} from '../../api/sap/sending/payment-calls.ts'
import { salesOrderBody } from '../../api/sap/sending/sales-order-message.ts'
import { messageSender } from '../../api/sap/sending/send-messages.ts'
import { patchSalesOrder } from '../../api/simulators/sap/order-changes.ts'
import { postSalesOrder } from '../../api/simulators/sap/orders.ts'
import { type SapRecord, type SimulatorStore, simulatorStore } from '../../api/simulators/sap/store.ts'
import { accountingItems } from '../../api/simulators/sap-documents/accounting.ts'
import { rowsWhere } from '../../api/simulators/sap-documents/lookups.ts'
import { addOddDocuments } from '../../api/simulators/sap-documents/odd-documents.ts'
import { clearShort, payInvoice } from '../../api/simulators/sap-documents/payments.ts'
import { progressDocuments } from '../../api/simulators/sap-documents/progress.ts'
import { writeMasters } from '../../api/simulators/sap-masters/write-masters.ts'
import { answerRead } from '../../api/simulators/sap-odata/read.ts'
import { percentOf } from '../../resources/define/amounts.ts'
import { itemNo, sapCode } from '../../resources/sap/codes.ts'
import type { SalesOrderMessage } from '../../resources/sap/messages.ts'
import { companyOf } from '../sap-masters.ts'
import { pastReceivables } from './past-receivables.ts'
import { sessionOver } from './sap-session.ts'

/** How SAP reacts to an order or a payment: it takes it, refuses it, cannot be reached, or clears less than was paid. */
export type SapReaction = 'takes' | 'refuses' | 'is silent' | 'clears short'

export type PastSap = Awaited<ReturnType<typeof pastSap>>

/** What the story sends to SAP. */
const sent = [
  'ORDER_CREATE',
  'ORDER_ITEM_CANCEL',
  'PAYMENT_POST',
  'PAYMENT_TRANSFER',
  'PAYMENT_CLEAR',
  'REFUND_POST',
] as const

/** The simulated SAP of the demo company's past, with its masters: it answers from its store, without HTTP. */
export async function pastSap(trx: Knex, log: Log) {
  const store = simulatorStore(':memory:')
  writeMasters(store.entities, await companyOf(trx), now())
  let mood: SapReaction = 'takes'
  const session = sessionOver(store)

  const sap: SapAdapter = {
    async createSalesOrder(message) {
      if (mood === 'refuses') throw refusalOf(message)
      if (mood === 'is silent') throw silence()
      const isFree = message.isFreeOfCharge ?? false
      const { body } = postSalesOrder(store, salesOrderBody(message), now(), { isFree })
      const row = inOrderNames(orderServiceOf({ isFreeOfCharge: isFree }), (body as { d: SapRow }).d)
      const salesOrder = String(row.SalesOrder)
      return { salesOrder, items: message.lines.map(({ lineNo }) => ({ lineNo, salesOrderItem: itemNo(lineNo) })) }
    },
    // An answer is never lost in the past.
    findSalesOrders: async () => [],
    salesOrderExists: async salesOrder => store.order(salesOrder) !== null,
    // «Ask SAP now» is used only in the running portal.
    salesOrder: async () => null,
    salesOrdersAmong: async () => [],
    async cancelSalesOrderItems(messages) {
      const changes = messages.map(({ sapOrderNo, sapItemNo, rejectionCode, remainingQty }) => ({
        salesOrder: sapOrderNo,
        salesOrderItem: sapItemNo,
        scheduleLine: null,
        ifMatch: '*',
        body:
          remainingQty === null
            ? { SalesDocumentRjcnReason: rejectionCode }
            : { RequestedQuantity: toSapQuantity(remainingQty) },
      }))
      patchSalesOrder(store, changes, now())
      return messages.map(({ sapItemNo, remainingQty }) => ({ sapItemNo, keptQty: remainingQty ?? 0 }))
    },
    changeSalesOrder: async () => undefined,
    async postPayment(payment) {
      if (mood === 'refuses') throw blocked(payment)
      if (mood === 'is silent') throw silence()
      return postPayment(session, standardFields, 'BILTY', payment)
    },
    findPayment: payment => findPayment(session, standardFields, payment),
    postedCredits: documents => postedCredits(session, documents),
    reversePosting: reversal => reversePosting(session, standardFields, 'BILTY', reversal),
    findReversal: reversal => findReversal(session, reversal),
    postCharges: charges => postCharges(session, standardFields, 'BILTY', charges),
    findCharges: charges => findCharges(session, standardFields, charges),
    documentFact: asked => documentFact(session, standardFields, asked),
    findClearing: clearing => findClearing(session, clearing),
    async requestClearing(clearing) {
      if (mood === 'clears short') clearFirstShort(store, clearing)
      else await requestClearing(session, standardFields, 'BILTY', clearing, now())
    },
    async *billingDocumentsSince(since) {
      for (const row of billedSince(store, since)) yield billingDocuments.read(row, standardFields, now())
    },
    billingDocumentsAmong: async () => [],
    pages: (set, how) => entityPages(session, set, how),
    row: (set, key) => entityRow(session, set, key),
    // The running portal reads the orders of the last month as soon as it has started.
    async *salesOrdersSince() {},
  }
  const means = { db: trx, sap, log }

  /** What SAP has taken may ask for more of it, at the end of its transaction. */
  async function sendAll() {
    do {
      await messageSender(means).drain()
      await doDuties(trx)
    } while (await anyDue(trx, sent))
  }

  return {
    receivables: pastReceivables(trx, sap, store),
    /** Posts a payment as an accountant does who types it into SAP. */
    postByHand: (payment: PaymentMessage) => postPayment(session, standardFields, 'RNAMBIAR', payment),
    /** Sends what waits in the outbox, as the portal would have a second later; to a silent SAP until it gives up. */
    async send(as: SapReaction) {
      await doDuties(trx)
      if (!(await anyDue(trx, sent))) return
      mood = as
      await sendAll()
      for (let next = await retryAt(trx); next; next = await retryAt(trx)) {
        setClock(next)
        await forgetFailures(trx)
        await sendAll()
      }
      // Each order of the past has its own silence, and the portal starts with none.
      await forgetFailures(trx)
    },
    /** Bills what it has taken so far, and has the portal read it. */
    async bill() {
      progressDocuments(store, 0, now())
      await sapReader(means, invoicePull).readBySchedule()
    },
    /** From here on the simulator of the running portal has it, and what is odd in SAP. */
    handOver(file: string) {
      payWhatWasDue(store)
      addOddDocuments(store, now())
      for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
      store.copyTo(file)
      store.close()
    },
  }
}

/** Customers paid their invoices when they were due: what is overdue in the demo company came with finance's list. */
function payWhatWasDue(store: SimulatorStore) {
  const open = rowsWhere(store, accountingItems, [
    ['FinancialAccountType', 'D'],
    ['ClearingAccountingDocument', ''],
  ])
  const due = new Map(open.map(item => [String(item.BillingDocument ?? ''), String(item.NetDueDate)]))
  for (const [billingDocument, day] of due)
    if (billingDocument !== '' && day < today())
      payInvoice(store, billingDocument, { kind: 'full' }, `${day}T06:30:00.000Z`)
}

/** What the bank kept of a payment that SAP clears short, in hundredths of a percent. */
const KEPT = 180

/** Accounting clears the first item of a payment itself, and finds less on the bank than the customer paid. */
function clearFirstShort(store: SimulatorStore, { payment, document }: ClearingMessage) {
  const [settled] = payment.allocations
  if (!settled || 'documentNo' in settled) return
  const linesOf = (number: string) =>
    rowsWhere(store, accountingItems, [
      ['AccountingDocument', sapCode(number)],
      ['FinancialAccountType', 'D'],
    ])
  const item = linesOf(settled.accountingDocument).find(
    ({ AccountingDocumentItem: no }) => Number(no) === Number(settled.item),
  )
  const [line] = linesOf(document.accountingDocument)
  if (item && line) clearShort(store, item, line, percentOf(settled.amount, KEPT), now())
}

const silence = () => new SapError('TECH', 'SAP could not answer now (503).', { httpStatus: 503 })

function blocked({ customer }: PaymentMessage) {
  const detail = { httpStatus: 200, sapMessageClass: 'F5', sapMessageNo: '104' }
  return new SapError('BUSINESS', `SAP refused it: Account ${customer} is blocked for posting (F5/104)`, detail)
}

/** Billing documents as the service would give them. */
function billedSince(store: SimulatorStore, since: string): SapRecord[] {
  const query = new URLSearchParams({
    $filter: `LastChangeDateTime ge datetimeoffset'${since}'`,
    $expand: billingDocuments.expand!.join(),
    $orderby: 'LastChangeDateTime',
    'sap-language': 'EN',
  })
  const [service = '', path = ''] = billingDocuments.path.split('/')
  const { body } = answerRead(store.entities, { service, path, query, serviceUrl: '', url: '', pageLimit: 1000 })
  return (body as { d: { results: SapRecord[] } }).d.results
}

const retryAt = async (trx: Knex): Promise<string | undefined> =>
  (await trx('sap_outbox').where('status', 'RETRY').first('nextAttemptAt'))?.nextAttemptAt

function refusalOf({ lines, salesOrg, channel }: SalesOrderMessage) {
  const what = `Material ${lines[0]!.product} is not defined for sales organization ${salesOrg}, channel ${channel}`
  const detail = { httpStatus: 400, sapMessageClass: 'V1', sapMessageNo: '384' }
  return new SapError('BUSINESS', `SAP refused it: ${what} (V1/384)`, detail)
}
