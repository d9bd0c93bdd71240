import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import type { ApiRouter } from '../platform/router.ts'
import { approvalCounts, approvalQueue } from './approvals/approval-queue.ts'
import { approveMany } from './approvals/approve-many.ts'
import { decisions } from './approvals/decision.ts'
import { orderRoute } from './approvals/order-route.ts'
import { bulkCancellations, cancellationPreviews } from './cancel/bulk-cancel.ts'
import { downloadOrder } from './documents/order-pdf.ts'
import { orderActions, orderReasons } from './order-actions.ts'
import { orderMentions } from './order-comment-service.ts'
import { serveOrderSheets } from './pad/order-sheets.ts'
import { quotes } from './quote/quotes.ts'
import { ordersInError, ordersStuck } from './sap/failed-orders.ts'
import { sapDryRuns, sapMessages } from './sap/sap-messages.ts'
import { ruleCoverage } from './what-if/rule-coverage.ts'
import { simulations } from './what-if/simulations.ts'
import { whatIf } from './what-if/what-if.ts'

/** Registers the custom services of orders; orders and their steps themselves are resources. */
export function serveOrders(app: Application, router: ApiRouter, db: Knex) {
  serveOrderSheets(router, db)
  router.get('/api/orders/:id/pdf', ctx => downloadOrder(ctx, db, ctx.params.id!))
  const services = {
    'order-actions': orderActions(db),
    'order-reasons': orderReasons(db),
    'approval-queue': approvalQueue(db),
    'approve-many': approveMany(db),
    decisions: decisions(db),
    'order-mentions': orderMentions(db),
    'approval-counts': approvalCounts(db),
    quotes: quotes(db),
    'what-if': whatIf(app, db),
    'order-route': orderRoute(db),
    simulations: simulations(db),
    'rule-coverage': ruleCoverage(db),
    'orders-in-error': ordersInError(db),
    'orders-stuck': ordersStuck(db),
    'sap-messages': sapMessages(db),
    'sap-dry-runs': sapDryRuns(db),
    'cancellation-previews': cancellationPreviews(db),
    'bulk-cancellations': bulkCancellations(db),
  }
  for (const [name, service] of Object.entries(services)) {
    app.use(`api/${name}`, service as never, { methods: Object.keys(service) } as never)
  }
}
