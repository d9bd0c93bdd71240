import type { Knex } from 'knex'
import { uploadExpectedDeliveryDates } from '../../resources/masters/upload-expected-delivery-dates.ts'
import { creditUsed } from '../../resources/orders/approvals/credit.ts'
import { orderHold } from '../../resources/orders/holds/order-hold.ts'
import { itemWiseOrder } from '../../resources/orders/item-wise-order.ts'
import { order } from '../../resources/orders/order.ts'
import { orderLine } from '../../resources/orders/order-line.ts'
import { expectedDateSheet } from '../../resources/uploads/expected-dates.ts'
import { queuesAskedAsHead } from '../account/me.ts'
import type { Room } from '../derive/define-room.ts'
import { type ComputedColumn, extend } from '../derive/extend.ts'
import { defineScopes, type ScopeQuery } from '../derive/rights/define-scopes.ts'
import type { Person } from '../derive/rights/person.ts'
import { changeImpact } from '../derive/save/change-impact.ts'
import { attachPapers } from '../mail/send-mail.ts'
import { creditUsedBy } from '../masters/customer-360.ts'
import { importExpectedDates } from '../masters/import-expected-dates.ts'
import { removeInTime } from '../settings/retention/remove-expired.ts'
import { loadCreditFacts } from './approvals/credit-facts.ts'
import { decidableBy } from './approvals/deciders.ts'
import { escalateTasks } from './approvals/escalate-tasks.ts'
import { queuesAsHead } from './approvals/queues-as-head.ts'
import { rerouteTasks } from './approvals/reroute-tasks.ts'
import { closeOrders } from './close-orders.ts'
import { nightlyDocuments } from './documents/nightly-documents.ts'
import { orderPdfFile } from './documents/order-pdf.ts'
import { expireOrders } from './expire-orders.ts'
import { escalateHolds } from './holds/escalate-holds.ts'
import { buyerHold, heldInSap, wordsOfHold } from './holds/hold-words.ts'
import { waitedHours } from './holds/waited-hours.ts'
import { itemWiseOrderQuery } from './item-wise-order.ts'
import { mailExpectedDates } from './mail/mail-expected-dates.ts'
import { mailSapDigest } from './mail/sap-digest.ts'
import { orderBook } from './reconcile-orders.ts'
import { removeDeadOrders } from './remove-dead-orders.ts'
import { isForAcceptance, waitingFor } from './waiting-for.ts'
import { masterChangeImpact } from './what-if/change-impact.ts'
import { findRuleGapsNightly } from './what-if/find-rule-gaps.ts'

/** The name of the state that the plant of a line lies in. */
const plantState: ComputedColumn = (db, of) =>
  db('plant as supplying')
    .join('state as home', 'home.id', 'supplying.stateId')
    .where('supplying.id', of('plantId'))
    .select('home.name')

/** What the person has decided, and what they may decide now, as a delegate too. */
const tasksAskedOf = (db: Knex, person: Omit<Person, 'ability'>) =>
  db('approval_task').where('actedById', person.id).orWhere(decidableBy(db, person))

const ordersAskedOfMe: ScopeQuery = (db, person) => tasksAskedOf(db, person).select('orderId')

/** The ids of orders, and of their documents, that somebody sees because they decide on them. */
const decisionScopes = {
  ordersAskedOfMe,
  ordersIDecide: (db, person) => tasksAskedOf(db, person).orWhere('assigneeUserId', person.id).select('orderId'),
  papersAskedOfMe: (db, person, role) =>
    db('order_line')
      .whereIn('orderId', ordersAskedOfMe(db, person, role))
      .whereNotNull('eudDocumentId')
      .select('eudDocumentId'),
} satisfies Readonly<Record<string, ScopeQuery>>

extend(itemWiseOrder, { query: itemWiseOrderQuery })
extend(order, { computed: { waitingFor, isForAcceptance, heldInSap, buyerHold } })
extend(orderHold, { computed: { words: wordsOfHold, waitedHours } })
extend(orderLine, { computed: { plantState } })

extend(uploadExpectedDeliveryDates, {
  upload: { sheet: expectedDateSheet, save: importExpectedDates, onDone: mailExpectedDates },
})

defineScopes(decisionScopes)
changeImpact.answerBy(masterChangeImpact)
queuesAskedAsHead.answerBy(queuesAsHead)
creditUsedBy.answerBy(async (db, id) => creditUsed((await loadCreditFacts(db, [id], 0))(id)))
attachPapers('orderPdf', orderPdfFile)
removeInTime({ deadOrders: removeDeadOrders })

/** First asks of somebody who may decide, so that nobody else is reminded. */
const chaseTasks = async (db: Knex) => (await rerouteTasks(db)) + (await escalateTasks(db))

/** Orders from the first quote to the last step. */
export const orderRoom: Room = {
  serves: () => import('./serve.ts'),
  books: [orderBook],
  nightly: () => [
    { name: 'chase-tasks', everyMinutes: 5, work: chaseTasks },
    { name: 'late-holds', everyMinutes: 15, work: escalateHolds },
    { name: 'stuck-orders', everyMinutes: 60, work: mailSapDigest },
    { name: 'dead-orders', at: '01:00', work: expireOrders },
    { name: 'close-orders', at: '01:15', work: closeOrders },
    { name: 'end-user-documents', at: '01:30', work: nightlyDocuments },
    { name: 'find-holes', at: '03:00', work: findRuleGapsNightly },
  ],
}
