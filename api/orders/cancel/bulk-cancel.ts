import { FeathersError } from '@feathersjs/errors'
import type { Knex } from 'knex'
import type { BodyOf } from '../../../resources/define/command.ts'
import type { CancelLinePreview, CancelRunPreview } from '../../../resources/orders/cancel/cancel-lines.ts'
import { statesInSap } from '../../../resources/orders/cancel/cancel-states.ts'
import type { CancelResult, LinesToCancel, previewCancellation } from '../../../resources/orders/cancel/commands.ts'
import type { Person } from '../../derive/rights/person.ts'
import type { Author } from '../../derive/save/author.ts'
import { notOnList } from '../../platform/errors.ts'
import { transact } from '../../platform/transact.ts'
import { EMPTY_STEP } from '../step-fields.ts'
import { takeStepInTransaction } from '../take-step.ts'
import { previewByFilter, previewByRows } from './preview-cancellation.ts'

/** Which of these lines can be cancelled, and why others cannot. Changes nothing. */
export const previewRun = (
  db: Knex,
  selection: BodyOf<typeof previewCancellation>,
  person: Person,
): Promise<CancelRunPreview> =>
  'rows' in selection ? previewByRows(db, selection.rows, person) : previewByFilter(db, selection.filter, person)

/**
 * Cancels those of these lines that can be cancelled, each order in its own transaction, and returns the result of each.
 * A row that names no order or line in the person's scope is refused alone.
 */
export async function cancelRun(
  db: Knex,
  { rows, reasonCodeId, remark }: LinesToCancel,
  person: Person,
  author: Author,
): Promise<CancelResult[]> {
  const reason = await reasonsIn(db, reasonCodeId)
  const { lines, unknown, lineless } = await previewByRows(db, rows, person)
  const refused = (orderNo: string, lineNo: number | null, message: string): CancelResult => ({
    ...{ orderNo, lines: lineNo === null ? '' : String(lineNo) },
    ...{ outcome: 'REFUSED', message },
  })
  const results = [
    ...unknown.map(orderNo => refused(orderNo, null, 'There is no such order, or it is not visible to you')),
    ...lineless.map(({ orderNo, lineNo }) => refused(orderNo, lineNo, `The order has no line ${lineNo}`)),
  ]
  for (const [, orderLines] of Map.groupBy(lines, ({ orderId }) => orderId))
    results.push(await cancelOne(db, orderLines, { reason, remark }, person, author))
  return results
}

type Reason = (code: string | null) => number | undefined

/** Returns a function that finds the reason of a row: its own code, or else that of the whole run. */
async function reasonsIn(db: Knex, reasonCodeId: number | null): Promise<Reason> {
  const reasons: { id: number; code: string }[] = await db('reason_code')
    .where({ reasonType: 'CANCEL', isActive: 1 })
    .select('id', 'code')
  const chosen = reasons.find(({ id }) => id === reasonCodeId)
  if (reasonCodeId !== null && !chosen) throw notOnList('reasonCodeId', 'Reason')
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
