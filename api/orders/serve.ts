import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { orderContext } from './order-context.ts'
import { orderCustomers } from './order-customers.ts'
import { orderFrequentItems, orderProducts } from './order-products.ts'
import { approvalQueue } from './queue.ts'
import { quotes } from './quotes.ts'
import { orderActions } from './take-step.ts'

/** The services of the order pad and the approval queues; orders themselves and their steps are resources. */
export function serveOrders(app: Application, db: Knex) {
  const services = {
    'order-customers': orderCustomers(db),
    'order-context': orderContext(db),
    'order-products': orderProducts(db),
    'order-frequent-items': orderFrequentItems(db),
    'order-actions': orderActions(db),
    'approval-queue': approvalQueue(db),
    quotes: quotes(db),
  }
  for (const [name, service] of Object.entries(services)) {
    app.use(`api/${name}`, service as never, { methods: Object.keys(service) } as never)
  }
}
