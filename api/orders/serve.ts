import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { askedBy, stepIn, stepsFor } from '../../resources/define/process/process.ts'
import * as cancel from '../../resources/orders/cancel/commands.ts'
import * as comments from '../../resources/orders/commands/comments.ts'
import { previewLineChanges } from '../../resources/orders/commands/line-changes.ts'
import * as orders from '../../resources/orders/commands/orders.ts'
import type { OfferedReason, OfferedStep } from '../../resources/orders/commands/steps.ts'
import * as steps from '../../resources/orders/commands/steps.ts'
import { type OrderAction, orderProcess } from '../../resources/orders/order-process.ts'
import { quoteOrder } from '../../resources/orders/quote/commands.ts'
import * as sap from '../../resources/orders/sap/commands.ts'
import { orderInput } from '../../resources/orders/sent-order.ts'
import { reasonsOf } from '../../resources/orders/step-reasons.ts'
import { type UserStep, userSteps } from '../../resources/orders/user-steps.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import type { Means, Served } from '../derive/define-room.ts'
import type { Person } from '../derive/rights/person.ts'
import type { ApiRouter } from '../platform/http/router.ts'
import { approvalCommands } from './approvals/serve-approvals.ts'
import { cancelRun, previewRun } from './cancel/bulk-cancel.ts'
import { commentOnOrder, mentionable } from './comment-on-order.ts'
import { downloadOrder } from './documents/order-pdf.ts'
import { documentCommands } from './documents/submit-document.ts'
import { previewChanges } from './lines/preview-changes.ts'
import { readOrder } from './move-order.ts'
import { serveOrderSheets } from './pad/order-sheets.ts'
import { padCommands } from './pad/serve-pad.ts'
import { quoteSent } from './quote/quotes.ts'
import { failedFor, resubmitWith, retryAlike, stuckFor } from './sap/failed-orders.ts'
import { createDraft } from './save-order.ts'
import { saveSentOrder } from './save-sent-order.ts'
import { stepAvailability } from './step-availability.ts'
import { stepInput } from './step-fields.ts'
import { demandReadableOrder, takeStep } from './take-step.ts'
import { whatIfCommands } from './what-if/serve-what-if.ts'

/** The steps that a person may take on an order now, by the process by which the server refuses them. */
async function stepsOffered(db: Knex, id: number, person: Person): Promise<OfferedStep[]> {
  await demandReadableOrder(db, id, person)
  const { subject, actors } = await stepAvailability(db, await readOrder(db, id), person)
  const steps = stepsFor(orderProcess, subject, actors).steps.filter(isOffered)
  const reasons = await reasonsFor(db, steps)
  return steps.map(step => ({
    step,
    label: orderProcess.steps[step].label,
    remark: stepIn(orderProcess, step).remark ? 'required' : null,
    says: orNull(askedBy(orderProcess, step)),
    reasons: reasonsOf[step] ? (reasons.get(reasonsOf[step]) ?? []) : null,
  }))
}

const orNull = <Value>(list: Value[]) => (list.length > 0 ? list : null)

const offered: readonly OrderAction[] = [...userSteps, 'save', 'correct']
const isOffered = (step: OrderAction): step is OfferedStep['step'] => offered.includes(step)

/** The reason codes of one step. */
const reasonsOfStep = async (db: Knex, step: UserStep): Promise<OfferedReason[]> =>
  [...(await reasonsFor(db, [step])).values()].flat()

/** Reads the reason codes of these steps. Buyers, who may not list reason codes, get those of their own steps. */
async function reasonsFor(db: Knex, steps: readonly OrderAction[]) {
  const types = steps.flatMap(step => reasonsOf[step] ?? [])
  const rows: { id: number; code: string; name: string; reasonType: string }[] = await db('reason_code')
    .whereIn('reasonType', types)
    .where('isActive', 1)
    .orderBy('id')
    .select('id', 'code', 'name', 'reasonType')
  return new Map(
    [...Map.groupBy(rows, row => row.reasonType)].map(([type, reasonRows]) => [
      type,
      reasonRows.map(({ id, code, name }): OfferedReason => ({ id, code, name })),
    ]),
  )
}

/** What is asked of orders that did not reach SAP. */
const sapOrderCommands: readonly Bound[] = [
  bind(sap.listInError, (_, { trx, person }) => failedFor(trx, person)),
  bind(sap.resubmitAlike, ({ errorCode }, { trx, person, call }) => resubmitWith(trx, errorCode, person, call)),
  bind(sap.listStuck, (_, { trx, person }) => stuckFor(trx, person)),
  bind(sap.retryStuck, async (asked, { trx, person, author }) => ({
    results: await retryAlike(trx, asked, person, author),
  })),
]

/** How lines of many orders are cancelled in one run. */
const cancelCommands: readonly Bound[] = [
  bind(cancel.previewCancellation, (asked, { trx, person }) => previewRun(trx, asked, person)),
  bind(cancel.cancelLines, (asked, { trx, person, author }) => cancelRun(trx, asked, person, author)),
]

/** What is asked of orders, from the first quote to the last step. */
const orderCommands = (app: Application): readonly Bound[] => [
  bind(orders.createOrder, (sent, { trx, person, author }) =>
    createDraft(trx, orderInput(sent, person), person, author),
  ),
  bind(orders.saveOrder, (sent, { trx, person, author }) => saveSentOrder(trx, sent, person, author)),
  bind(quoteOrder, (asked, { trx, person }) => quoteSent(trx, asked, person)),
  bind(steps.takeStep, (said, { trx, call }) => takeStep(trx, said.step, stepInput(said), call)),
  bind(steps.listSteps, ({ orderId }, { trx, person }) => stepsOffered(trx, orderId, person)),
  bind(previewLineChanges, (asked, { trx, person }) => previewChanges(trx, asked, person)),
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
