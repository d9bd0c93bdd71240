import type { Knex } from 'knex'
import type { DryRun } from '../../../resources/orders/sap/commands.ts'
import { attemptWords, failureWords } from '../../../resources/orders/sap/failure-words.ts'
import {
  MOST_OTHERS,
  MOST_TRIES,
  type ShownAttempt,
  type ShownMessage,
} from '../../../resources/orders/sap/sap-message.ts'
import { sapWords } from '../../../resources/orders/sap/sap-words.ts'
import { warningText } from '../../../resources/orders/sap/warning-text.ts'
import { sapAttempt } from '../../../resources/platform/sap-attempt.ts'
import { type SapOutbox, sapOutbox } from '../../../resources/platform/sap-outbox.ts'
import type { Person } from '../../derive/rights/person.ts'
import { decodeRow } from '../../derive/row-codec.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { inScope } from '../../orders/sap/failed-orders.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { dryRun } from '../dry-run.ts'
import { landscapeFields, standardFields } from '../http/fields.ts'
import { mendsOf } from './mends-of.ts'
import { sapRequest } from './sap-request.ts'

/**
 * A message to SAP of an order in reach, as sent, with every attempt and SAP's replies, in plain words, and with the
 * master rows that would mend it.
 */
export async function messageShown(db: Knex, id: number, person: Person): Promise<ShownMessage> {
  const message = await messageFor(db, person, id)
  return shown(db, person, message, await orderOf(db, message))
}

/** Whether SAP would take the message as it would be sent now. Nothing is saved in SAP. */
export async function tryDry(db: Knex, id: number, person: Person): Promise<DryRun> {
  const message = await messageFor(db, person, id)
  if (!TRIED_DRY.includes(message.messageType))
    throw conflict('NOT_ALLOWED_STATE', 'Only orders, their changes and cancellations can be tried without saving')
  const request = sapRequest(message, await fieldsOf(db))
  if (!request)
    throw conflict('NOT_ALLOWED_STATE', 'The message is not of a form that this version sends: resubmit the order')
  return dryRun(db, request)
}

const TRIED_DRY: readonly string[] = [
  'ORDER_CREATE',
  'ORDER_CHANGE',
  'ORDER_ITEM_CANCEL',
] satisfies SapOutbox['messageType'][]

type Message = SapOutbox & { createdAt: string }

/** The message of an order in the person's reach. Throws 404 for any other. */
async function messageFor(db: Knex, person: Person, id: number): Promise<Message> {
  const rows = db('sap_outbox').join('order', 'order.id', 'sap_outbox.orderId').where('sap_outbox.id', id)
  const row = await inScope(rows, db, person).first('sap_outbox.*')
  if (!row) throw notFound('There is no such message to SAP, or it is not of an order that you may read')
  return decodeRow(sapOutbox, row) as Message
}

const fieldsOf = async (db: Knex) => ({ ...standardFields, ...(await landscapeFields(db)) })

type OrderOfMessage = ShownMessage['order'] & { errorCode: string | null }

const orderOf = (db: Knex, { orderId }: Message): Promise<OrderOfMessage> =>
  db('order')
    .join('customer', 'customer.id', 'order.customerId')
    .where('order.id', orderId)
    .first(
      'order.id',
      'order.orderNo',
      'order.rowVersion',
      'order.status',
      'order.placedById',
      'order.errorCode',
      'customer.name as customerName',
    )

async function shown(
  db: Knex,
  person: Person,
  message: Message,
  orderOfMessage: OrderOfMessage,
): Promise<ShownMessage> {
  const { errorCode: orderError, ...order } = orderOfMessage
  const { id, messageNo, messageType, status, attempts, nextAttemptAt, createdAt } = message
  const { errorClass, errorText, sapDocumentNo, uncertainSince, firstFailedAt, doneAt, payload } = message
  const errorCode = codeOf(message)
  const refusal = errorClass === 'BUSINESS' ? { code: errorCode, text: errorText ?? '', payload } : null
  return {
    id,
    messageNo,
    messageType,
    status,
    attempts,
    nextAttemptAt,
    createdAt,
    errorClass,
    errorText,
    sapDocumentNo,
    uncertainSince,
    firstFailedAt,
    doneAt,
    errorCode,
    means: refusal ? sapWords(refusal.code, refusal.text).means : failureWords(message),
    order,
    payload,
    request: sapRequest(message, await fieldsOf(db)),
    mends: refusal ? await mendsOf(db, person, refusal) : [],
    alike: order.status === 'IN_ERROR' ? await countAlike(db, person, order.id, orderError) : 0,
    tries: await triesOf(db, message),
    others: await othersOf(db, message),
  }
}

const codeOf = ({ sapMessageClass, sapMessageNo }: SapOutbox) =>
  [sapMessageClass, sapMessageNo].filter(Boolean).join('/') || null

/** Other orders in the person's reach with the same error. */
async function countAlike(db: Knex, person: Person, orderId: number, errorCode: string | null) {
  const rows = db('order')
    .where({ 'order.status': 'IN_ERROR', 'order.errorCode': errorCode })
    .whereNot('order.id', orderId)
  const counted = await inScope(rows, db, person).count({ count: '*' }).first()
  return Number(counted?.count ?? 0)
}

async function triesOf(db: Knex, { id: messageId, status }: Message): Promise<ShownAttempt[]> {
  const rows = await rowsOf(db, sapAttempt, found => found.where({ messageId }).orderBy('id', 'desc').limit(MOST_TRIES))
  return rows.map(
    ({ id, attemptNo, at, ms, asked, httpStatus, errorClass, errorText, reply, process, warnings }, index) => ({
      ...{ id, attemptNo, at, ms, asked, httpStatus, errorClass, errorText, reply, process },
      warns: (warnings?.said ?? []).map(warningText),
      means: attemptWords({ asked, errorClass, httpStatus, errorText }, status === 'DONE' && index === 0),
    }),
  )
}

const othersOf = (db: Knex, { id, orderId }: Message): Promise<ShownMessage['others']> =>
  db('sap_outbox')
    .where({ orderId })
    .whereNot({ id })
    .orderBy('id', 'desc')
    .limit(MOST_OTHERS)
    .select('id', 'messageNo', 'messageType', 'status')
