import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import * as comments from '../../resources/orders/commands/comments.ts'
import * as orders from '../../resources/orders/commands/orders.ts'
import * as steps from '../../resources/orders/commands/steps.ts'
import { quoteOrder } from '../../resources/orders/quote/commands.ts'
import { orderInput } from '../../resources/orders/sent-order.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import type { Means, Served } from '../derive/define-room.ts'
import type { ApiRouter } from '../platform/http/router.ts'
import { approvalCommands } from './approvals/serve-approvals.ts'
import { cancelCommands } from './cancel/serve-cancel.ts'
import { commentOnOrder, mentionable } from './comment-on-order.ts'
import { downloadOrder } from './documents/order-pdf.ts'
import { documentCommands } from './documents/submit-document.ts'
import { reasonsOfStep, stepsOffered } from './order-actions.ts'
import { serveOrderSheets } from './pad/order-sheets.ts'
import { padCommands } from './pad/serve-pad.ts'
import { quoteSent } from './quote/quotes.ts'
import { sapOrderCommands } from './sap/serve-sap-orders.ts'
import { createDraft } from './save-order.ts'
import { saveSentOrder } from './save-sent-order.ts'
import { stepInput } from './step-fields.ts'
import { takeStep } from './take-step.ts'
import { whatIfCommands } from './what-if/serve-what-if.ts'

/** What is asked of orders, from the first quote to the last step. */
const orderCommands = (app: Application): readonly Bound[] => [
  bind(orders.createOrder, (sent, { trx, person, author }) =>
    createDraft(trx, orderInput(sent, person), person, author),
  ),
  bind(orders.saveOrder, (sent, { trx, person, author }) => saveSentOrder(trx, sent, person, author)),
  bind(quoteOrder, (asked, { trx, person }) => quoteSent(trx, asked, person)),
  bind(steps.takeStep, (said, { trx, call }) => takeStep(trx, said.step, stepInput(said), call)),
  bind(steps.listSteps, ({ orderId }, { trx, person }) => stepsOffered(trx, orderId, person)),
  bind(steps.listReasons, ({ step }, { trx }) => reasonsOfStep(trx, step)),
  bind(comments.writeComment, (comment, { trx, person, author }) => commentOnOrder(trx, comment, person, author)),
  bind(comments.findMentionable, (asked, { trx, person }) => mentionable(trx, asked, person)),
  ...approvalCommands,
  ...cancelCommands,
  ...padCommands,
  ...sapOrderCommands,
  ...whatIfCommands(app),
]

/** Serves what comes or goes as a file. */
function serveOrderFiles(router: ApiRouter, db: Knex) {
  serveOrderSheets(router, db)
  router.get('/api/orders/:id/pdf', ctx => downloadOrder(ctx, db, ctx.params.id!))
}

/** Orders from the first quote to the last step. */
export function serve({ app, router, db }: Means): Served {
  serveOrderFiles(router, db)
  return { commands: [...orderCommands(app), ...documentCommands] }
}
