import type { Knex } from 'knex'
import { customer } from '../../../resources/access-control/customer.ts'
import { officeMinutes } from '../../../resources/define/dates.ts'
import { ageing } from '../../../resources/masters/outstanding.ts'
import { type ApprovalTask, approvalTask } from '../../../resources/orders/approval-task.ts'
import type { Trigger } from '../../../resources/orders/approvals/approval-facts.ts'
import { creditLimitOn, exposureOf } from '../../../resources/orders/approvals/credit.ts'
import type {
  CreditPanel,
  Decision,
  FileToSee,
  PaidBefore,
  TaskToDecide,
} from '../../../resources/orders/approvals/decision.ts'
import { type ApproverDocument, documentText } from '../../../resources/orders/documents/document-text.ts'
import { eudDocument } from '../../../resources/orders/eud-document.ts'
import { type Order, order as orders } from '../../../resources/orders/order.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import { readableColumnsOfRow } from '../../derive/rights/field-conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { pickColumns } from '../../derive/save/write.ts'
import { seesFile } from '../../files/attachments.ts'
import { now, today } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'
import { readOrder } from '../move-order.ts'
import { demandReadableOrder } from '../take-step.ts'
import { changesToAccept } from '../terms/kept-terms.ts'
import { loadCreditFacts } from './credit-facts.ts'
import { decidableTask, principalOf } from './decide.ts'
import { decidersOf } from './deciders.ts'
import { officeHolidays } from './office-holidays.ts'

/**
 * What an approver needs to decide an order: the task and its reason, its deciders, the customer's last prices, the
 * payer's credit and the files; each as far as the person may see it.
 */
export async function decisionOf(db: Knex, orderId: number, person: Person): Promise<Decision> {
  await demandReadableOrder(db, orderId, person)
  const order = await readOrder(db, orderId)
  const [task] = await rowsOf(db, approvalTask, rows => rows.where({ orderId, status: 'PENDING' }))
  const isEmployee = person.userType === 'EMPLOYEE'
  const readable = await readableColumnsOfRow(db, orders, person, orderId)
  const seesCredit = readable.includes('creditExposure')
  return {
    task: task ? await taskToDecide(db, task, person) : null,
    lastPrices: isEmployee ? await lastPrices(db, order) : [],
    credit: isEmployee && seesCredit ? await creditPanel(db, order) : null,
    files: await filesOf(db, order, person),
    changes:
      order.pendingStep === 'ACCEPTANCE' ? await changesToAccept(db, order, readable.includes('grossValue')) : [],
  }
}

/** The task as the person may read it; null for a buyer who is not asked. */
async function taskToDecide(db: Knex, task: ApprovalTask, person: Person): Promise<TaskToDecide | null> {
  const mine = (await decidableTask(db, task.orderId, person)) !== undefined
  const readable = await readableColumnsOfRow(db, approvalTask, person, task.id)
  if (!mine && !(await reads(db, task.id, person))) return null
  const { level, dueAt, measuredValue } = task
  const { reason, lineNos, values = {}, ...trigger } = task.triggerJson as Trigger
  // Lower prices alone are no way out where freight or free goods are asked for too.
  const over = Object.keys(values).some(type => type !== 'DISCOUNT_PCT') ? null : trigger.over
  return {
    id: task.id,
    step: task.step,
    mine,
    onBehalfOf: mine ? ((await principalOf(db, task, person))?.name ?? null) : null,
    ...pickColumns(readable, { level, dueAt, measuredValue }),
    leftMinutes: readable.includes('dueAt') ? officeMinutes(now(), task.dueAt, await officeHolidays(db)) : null,
    ...(readable.includes('triggerJson') ? { reason, over, lineNos } : { reason: null, over: null, lineNos: null }),
    ...(person.userType === 'EMPLOYEE' ? await peopleOf(db, task) : { deciders: null, escalatedTo: null }),
  }
}

const reads = (db: Knex, id: number, person: Person) =>
  restrict(db('approval_task').where('approval_task.id', id), db, approvalTask, person, 'read').first(
    'approval_task.id',
  )

/** The names of the deciders of a task, and of the person to whom it was escalated. */
async function peopleOf(db: Knex, task: ApprovalTask) {
  const ids = (await decidersOf(db, [task.id])).get(task.id)!
  const people: { id: number; name: string }[] = await db('user')
    .whereIn('id', [...ids, task.escalatedToUserId ?? 0])
    .orderBy('name')
    .select('id', 'name')
  return {
    deciders: people.filter(({ id }) => ids.includes(id)).map(({ name }) => name),
    escalatedTo: people.find(({ id }) => id === task.escalatedToUserId)?.name ?? null,
  }
}

/** The purchase order and the end-user documents of the lines, as far as the person reads them. */
async function filesOf(db: Knex, { id, poAttachmentId }: Order, person: Person): Promise<FileToSee[]> {
  const seesPo = poAttachmentId !== null && (await seesFile(db, person, poAttachmentId, 'ORDER'))
  const po: { id: number; fileName: string }[] = seesPo
    ? await db('attachment').where({ id: poAttachmentId }).select('id', 'fileName')
    : []
  const files = po.map(file => ({ what: 'Purchase order', lineNo: null, ...file }))
  if (!person.ability.can('read', eudDocument.path)) return files
  const documents = db('order_line')
    .join('eud_document', 'eud_document.id', 'order_line.eudDocumentId')
    .join('attachment', 'attachment.id', 'eud_document.attachmentId')
    .where('order_line.orderId', id)
    .orderBy('order_line.lineNo')
    .select('eud_document.*', 'order_line.lineNo', 'attachment.id as fileId', 'attachment.fileName')
  const readableDocuments: (ApproverDocument & { lineNo: number; fileId: number; fileName: string })[] = await restrict(
    documents,
    db,
    eudDocument,
    person,
    'read',
  )
  return [
    ...files,
    ...readableDocuments.map(({ lineNo, fileId, fileName, ...document }) => ({
      what: documentText(document),
      lineNo,
      id: fileId,
      fileName,
    })),
  ]
}

/** The credit situation of an order's payer, with the outstanding amounts by age; in paise. */
async function creditPanel(db: Knex, { id, payerId, grossValue }: Order): Promise<CreditPanel> {
  const [payer] = await rowsOf(db, customer, rows => rows.where({ id: payerId }))
  if (!payer) throw notFound()
  const credit = { payer, ...(await loadCreditFacts(db, [payerId], id))(payerId) }
  const items = await db('upload_outstanding')
    .where({ customerId: payerId, isActive: 1 })
    .select('dueDate', 'balanceAmount')
  const { outstanding, newInvoices, otherOrders } = credit
  return {
    payer: `${payer.code} · ${payer.name}`,
    creditLimit: creditLimitOn(payer, today()),
    isBlocked: payer.creditBlocked,
    outstanding,
    buckets: ageing(items, today()),
    newInvoices,
    otherOrders,
    grossValue,
    ...exposureOf(credit, grossValue, today()),
  }
}

const PRICES_PER_PRODUCT = 3
/** Statuses of orders whose prices were approved. */
const APPROVED_STATUSES = ['APPROVED', 'CONFIRMED', 'PARTIALLY_DISPATCHED', 'DISPATCHED', 'DELIVERED', 'CLOSED']

/** The last three prices that the customer of an order paid for each of its products, newest first; in one query. */
function lastPrices(db: Knex, { id, customerId }: { id: number; customerId: number }): Promise<PaidBefore[]> {
  const order = [db.ref('earlier.orderDate'), db.ref('earlier.id'), db.ref('line.lineNo')]
  const ranked = db('order_line as line')
    .join('order as earlier', 'earlier.id', 'line.orderId')
    .where('earlier.customerId', customerId)
    .whereNot('earlier.id', id)
    .whereIn('earlier.status', APPROVED_STATUSES)
    .whereNotIn('line.lineStatus', ['REJECTED', 'CANCELLED', 'DELETED'])
    .whereIn('line.productId', db('order_line').where('orderId', id).select('productId'))
    .select(
      'line.productId',
      'earlier.id as orderId',
      'earlier.orderNo',
      'earlier.orderDate',
      'line.qty',
      'line.netPrice',
      'line.priceUnit',
    )
    .select(
      db.raw('row_number() over (partition by ?? order by ? desc, ? desc, ?) as ??', [
        'line.productId',
        ...order,
        'place',
      ]),
    )
  return db
    .from(ranked.as('ranked'))
    .where('place', '<=', PRICES_PER_PRODUCT)
    .orderBy(['productId', 'place'])
    .select('productId', 'orderId', 'orderNo', 'orderDate', 'qty', 'netPrice', 'priceUnit')
}
