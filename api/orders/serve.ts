import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { approveMany } from './approve-many.ts'
import { bulkCancellations, cancellationPreviews } from './bulk-cancel.ts'
import { decisions } from './decision.ts'
import { holeChecks } from './hole-checks.ts'
import { learnedCodes } from './learned-codes.ts'
import { orderActions, orderReasons } from './order-actions.ts'
import { orderMentions } from './order-comment-service.ts'
import { orderContext } from './order-context.ts'
import { maySimulateFor, orderCustomers, simulationCustomers } from './order-customers.ts'
import { orderMatches } from './order-matches.ts'
import { downloadOrder } from './order-paper.ts'
import { orderFrequentItems, orderProducts } from './order-products.ts'
import { orderRoute } from './order-route.ts'
import { serveOrderSheets } from './order-sheets.ts'
import { orderSourceLines, orderSources } from './order-sources.ts'
import { orderTemplates } from './order-templates.ts'
import { approvalCounts, approvalQueue } from './queue.ts'
import { quotes } from './quotes.ts'
import { rowsUsed } from './rows-used.ts'
import { ruleCoverage } from './rule-coverage.ts'
import { simulations } from './simulations.ts'
import { ordersInError, ordersStuck } from './trouble.ts'
import { whatIf } from './what-if.ts'

/** The services of the order pad and the approval queues; orders themselves and their steps are resources. */
export function serveOrders(app: Application, db: Knex) {
  serveOrderSheets(app, db)
  app.use(async (ctx, next) => {
    const [, id] = /^\/api\/orders\/([^/]+)\/pdf$/.exec(ctx.path) ?? []
    return ctx.method === 'GET' && id ? downloadOrder(ctx, db, id) : next()
  })
  const services = {
    'order-customers': orderCustomers(db),
    'order-context': orderContext(db),
    'order-products': orderProducts(db),
    'order-matches': orderMatches(db),
    'learned-codes': learnedCodes(db),
    'order-sources': orderSources(db),
    'order-source-lines': orderSourceLines(db),
    'order-templates': orderTemplates(db),
    'order-frequent-items': orderFrequentItems(db),
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
    'hole-checks': holeChecks(db),
    simulations: simulations(db),
    'simulation-customers': simulationCustomers(db),
    'simulation-context': orderContext(db, maySimulateFor),
    'simulation-products': orderProducts(db, maySimulateFor),
    'rows-used': rowsUsed(db),
    'rule-coverage': ruleCoverage(db),
    'orders-in-error': ordersInError(db),
    'orders-stuck': ordersStuck(db),
    'cancellation-previews': cancellationPreviews(db),
    'bulk-cancellations': bulkCancellations(db),
  }
  for (const [name, service] of Object.entries(services)) {
    app.use(`api/${name}`, service as never, { methods: Object.keys(service) } as never)
  }
}
