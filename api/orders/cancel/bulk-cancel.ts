import { FeathersError } from '@feathersjs/errors'
import type { Knex } from 'knex'
import { can } from '../../../resources/capabilities.ts'
import type {
  CancelLinePreview,
  CancelResult,
  CancelRunPreview,
} from '../../../resources/orders/cancel/cancel-sheet.ts'
import { statesInSap } from '../../../resources/orders/cancel/cancel-states.ts'
import type { Person } from '../../derive/rights/person.ts'
import { requireAuthor, requirePerson } from '../../derive/rights/require-person.ts'
import { bodyObject } from '../../derive/save/read-body.ts'
import type { Author } from '../../derive/save/write.ts'
import type { Call } from '../../derive/service.ts'
import { forbidden, invalidField, notFound } from '../../platform/errors.ts'
import { transact } from '../../platform/transact.ts'
import { EMPTY_STEP } from '../step-input.ts'
import { takeStepInTransaction } from '../take-step.ts'
import { readCancelFilter, readCancelRows } from './cancel-input.ts'
import { previewByFilter, previewByRows } from './preview-cancellation.ts'

/**
 * `POST /api/cancellation-previews { rows } or { filter }`: which of these lines can be cancelled, and why others
 * cannot. Changes nothing.
 */
export const cancellationPreviews = (db: Knex) => ({
  async create(body: unknown, call: Call): Promise<CancelRunPreview> {
    const person = demandRight(call)
    const { rows, filter } = bodyObject(body, 'A preview')
    if (rows === undefined && filter === undefined)
      throw invalidField('rows', 'REQUIRED', 'Send the rows to cancel, or a filter that says which lines')
    if (rows === undefined) return previewByFilter(db, readCancelFilter(filter), person)
    return previewByRows(db, readCancelRows(rows), person)
  },
})

/**
 * `POST /api/bulk-cancellations { rows, reasonCodeId, remark }`: cancels those of these lines that can be cancelled,
 * each order in its own transaction, and returns the result of each. An order out of the person's scope refuses the
 * whole request.
 */
export const bulkCancellations = (db: Knex) => ({
  async create(body: unknown, call: Call): Promise<CancelResult[]> {
    const person = demandRight(call)
    const author = requireAuthor(call)
    const { rows, reasonCodeId, remark = null } = bodyObject(body, 'A cancellation')
    if (remark !== null && (typeof remark !== 'string' || remark.length > 500))
      throw invalidField('remark', 'LENGTH', 'Remark must be a text of at most 500 characters')
    const reason = await reasonsIn(db, reasonCodeId)
    const { lines, unknown } = await previewByRows(db, readCancelRows(rows), person)
    if (unknown.length > 0) throw notFound('One of these orders is not known: load the preview again')
    const results: CancelResult[] = []
    for (const [, orderLines] of Map.groupBy(lines, ({ orderId }) => orderId))
      results.push(await cancelOne(db, orderLines, { reason, remark: remark as string | null }, person, author))
    return results
  },
})

function demandRight(call: Call): Person {
  const person = requirePerson(call)
  if (can(person, 'cancelManyOrders')) return person
  throw forbidden('Only sales managers and CSC agents cancel many orders at once')
}

type Reason = (code: string | null) => number | undefined

/** Returns a function that finds the reason of a row: its own code, or else that of the whole run. */
async function reasonsIn(db: Knex, reasonCodeId: unknown): Promise<Reason> {
  const reasons: { id: number; code: string }[] = await db('reason_code')
    .where({ reasonType: 'CANCEL', isActive: 1 })
    .select('id', 'code')
  const chosen = reasons.find(({ id }) => id === reasonCodeId)
  if (reasonCodeId !== null && reasonCodeId !== undefined && !chosen)
    throw invalidField('reasonCodeId', 'UNKNOWN_REF', 'Reason is not known: choose one from the list')
  return code => (code === null ? chosen : reasons.find(row => row.code === code))?.id
}

async function cancelOne(
  db: Knex,
  lines: readonly CancelLinePreview[],
  { reason, remark }: { reason: Reason; remark: string | null },
  person: Person,
  author: Author,
): Promise<CancelResult> {
  const [{ orderId, orderNo, orderStatus, reasonCode }] = lines as [CancelLinePreview]
  const cancellable = lines.filter(({ why }) => why === null)
  const summary = { orderNo, lines: cancellable.map(({ lineNo }) => lineNo).join(', ') }
  if (cancellable.length === 0) return { ...summary, outcome: 'REFUSED', message: lines[0]!.why! }
  const reasonCodeId = reason(reasonCode)
  if (reasonCodeId === undefined)
    return { ...summary, outcome: 'REFUSED', message: 'A reason is missing, or not known' }
  const withSap = statesInSap.includes(orderStatus)
  const cancels = withSap ? cancellable.map(({ lineNo, cancelQty }) => ({ lineNo, cancelQty })) : []
  const input = { ...EMPTY_STEP, orderId, rowVersion: null, remark, reasonCodeId, cancels }
  try {
    const step = withSap ? 'cancelOpen' : 'cancel'
    await transact(db, trx => takeStepInTransaction(trx, step, input, person, author), 'latest')
  } catch (error) {
    if (!(error instanceof FeathersError)) throw error
    return { ...summary, outcome: 'REFUSED', message: error.message }
  }
  const left = lines.filter(({ why }) => why !== null).map(({ lineNo, why }) => `line ${lineNo} stays: ${why}`)
  const message = withSap ? 'SAP is asked; it counts once SAP agrees' : 'Cancelled'
  return { ...summary, outcome: withSap ? 'ASKED' : 'CANCELLED', message: [message, ...left].join('; ') }
}
