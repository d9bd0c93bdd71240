import { rmSync } from 'node:fs'
import type { Knex } from 'knex'
import { now, setClock } from '../../api/platform/clock.ts'
import type { Log } from '../../api/platform/log.ts'
import type { SapAdapter } from '../../api/sap/adapter.ts'
import { billingDocuments } from '../../api/sap/billing-document.ts'
import { standardFields } from '../../api/sap/fields.ts'
import { itemNo, toSapQuantity } from '../../api/sap/odata.ts'
import { anyDue } from '../../api/sap/outbox.ts'
import { readChanges } from '../../api/sap/read-changes.ts'
import { type SalesOrderMessage, salesOrderBody } from '../../api/sap/sales-order-message.ts'
import { SapError } from '../../api/sap/sap-error.ts'
import { invoicePull } from '../../api/sap/save-invoice.ts'
import { messageSender } from '../../api/sap/send-messages.ts'
import { billDueOrders } from '../../api/sap/simulator/billing.ts'
import { patchSalesOrderItems, postSalesOrder } from '../../api/sap/simulator/orders.ts'
import { simulatorStore } from '../../api/sap/simulator/store.ts'

/** How SAP reacts to an order: it takes it, refuses it, or cannot be reached. */
export type SapReaction = 'takes' | 'refuses' | 'is silent'

export type PastSap = ReturnType<typeof pastSap>

/** The simulated SAP of the demo company's past: it answers from its store, without HTTP. */
export function pastSap(trx: Knex, log: Log) {
  const store = simulatorStore(':memory:')
  let mood: SapReaction = 'takes'

  const sap: SapAdapter = {
    async createSalesOrder(message) {
      if (mood === 'refuses') throw refusalOf(message)
      if (mood === 'is silent') throw new SapError('TECH', 'SAP could not answer now (503).', { httpStatus: 503 })
      const { body } = postSalesOrder(store, salesOrderBody(message), now())
      const { SalesOrder: salesOrder } = (body as { d: { SalesOrder: string } }).d
      return { salesOrder, items: message.lines.map(({ lineNo }) => ({ lineNo, salesOrderItem: itemNo(lineNo) })) }
    },
    findSalesOrder: async orderNo => store.ordersByOrderNo(orderNo)[0]?.salesOrder ?? null,
    salesOrderExists: async salesOrder => store.order(salesOrder) !== null,
    // «Ask SAP now» is used only in the running portal.
    salesOrder: async () => null,
    salesOrdersAmong: async sapOrderNos => [...sapOrderNos],
    async cancelSalesOrderItems(messages) {
      const changes = messages.map(({ sapOrderNo, sapItemNo, rejectionCode, remainingQty }) => ({
        salesOrder: sapOrderNo,
        salesOrderItem: sapItemNo,
        ifMatch: '*',
        body:
          remainingQty === null
            ? { SalesDocumentRjcnReason: rejectionCode }
            : { RequestedQuantity: toSapQuantity(remainingQty) },
      }))
      patchSalesOrderItems(store, changes, now())
    },
    async *billingDocumentsSince(since) {
      for (const row of store.billingDocuments(since, 200, 0)) yield billingDocuments.read(row, standardFields, now())
    },
    billingDocumentsAmong: async () => [],
    // The running portal reads the orders of the last month as soon as it has started.
    async *salesOrdersSince() {},
  }
  const means = { db: trx, sap, log, renew: async () => true, stopped: () => false }

  return {
    /** Sends what waits in the outbox, as the portal would have a second later; to a silent SAP until it gives up. */
    async send(as: SapReaction) {
      if (!(await anyDue(trx, ['ORDER_CREATE', 'ORDER_ITEM_CANCEL']))) return
      mood = as
      await messageSender(means).drain()
      for (let next = await retryAt(trx); next; next = await retryAt(trx)) {
        setClock(next)
        await messageSender(means).drain()
      }
    },
    /** Bills what it has taken so far, and has the portal read it. */
    async bill() {
      billDueOrders(store, 0, now())
      await readChanges(means, invoicePull, { trigger: 'SCHEDULE', mode: 'DELTA', requestedById: null })
    },
    /** From here on the simulator of the running portal has it. */
    handOver(file: string) {
      for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
      store.copyTo(file)
      store.close()
    },
  }
}

const retryAt = async (trx: Knex): Promise<string | undefined> =>
  (await trx('sap_outbox').where('status', 'RETRY').first('nextAttemptAt'))?.nextAttemptAt

function refusalOf({ lines, salesOrg, channel }: SalesOrderMessage) {
  const what = `Material ${lines[0]!.product} is not defined for sales organization ${salesOrg}, channel ${channel}`
  const detail = { httpStatus: 400, sapMessageClass: 'V1', sapMessageNo: '384' }
  return new SapError('BUSINESS', `SAP refused it: ${what} (V1/384)`, detail)
}
