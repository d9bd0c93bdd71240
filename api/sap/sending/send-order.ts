import type { SalesOrderMessage } from '../../../resources/sap/messages.ts'
import { confirmOrder } from '../../orders/sap/confirm-order.ts'
import { refuseOrder } from '../../orders/sap/refuse-order.ts'
import { sapAuthor } from '../sap-author.ts'
import { attempt, codeOf, type MessageKind } from './attempt.ts'
import { createOnce } from './create-once.ts'
import { foundOrder } from './found-orders.ts'

/** Sends an order, which SAP must have exactly once, and confirms it or marks it as in error. */
export const orderCreation: MessageKind = {
  send(means, message) {
    const order = message.payload as SalesOrderMessage
    const call = () =>
      createOnce(means.db, message, {
        what: `order ${order.orderNo}`,
        search: async () => foundOrder(order, await means.sap.findSalesOrders(order.orderNo)),
        create: () => means.sap.createSalesOrder(order),
        documentNo: ({ salesOrder }) => salesOrder,
        save: (trx, sent) => confirmOrder(trx, message.ownerId, sent, sapAuthor),
      })
    return attempt(means, {
      messages: [message],
      call,
      refused: (trx, { ownerId }, refusal) =>
        refuseOrder(trx, ownerId, { errorCode: codeOf(refusal), errorText: refusal.message }, sapAuthor),
    })
  },
}
