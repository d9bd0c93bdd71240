import type { Knex } from 'knex'
import { PORTAL } from '../../../resources/platform/message-text.ts'
import { type SapSending, sapSending } from '../../../resources/platform/sap-sending.ts'
import type { SapStatus } from '../../../resources/sap/commands/reading.ts'
import type { ActionHandler } from '../../derive/extend.ts'
import { holdersOf } from '../../derive/rights/holders.ts'
import { decodeRow } from '../../derive/row-codec.ts'
import { updateRow } from '../../derive/save/write.ts'
import { sendMails } from '../../mail/messages.ts'
import { notify } from '../../mail/notify.ts'
import { wakeSender } from '../../outbox/outbox.ts'
import { now } from '../../platform/clock.ts'
import { transact } from '../../platform/transact.ts'
import type { SapError } from '../http/sap-error.ts'
import { admit, afterCall, closedBreaker } from './retry.ts'

const link = '/orders/order-stuck-for-sap'

/** Tells the administrators by mail and bell that SAP refuses the sign-in of the portal, and why. */
async function alertOfSignIn(trx: Knex, why: string): Promise<void> {
  const people = await holdersOf(trx, 'hearOfSapSignIn')
  const title = 'SAP refuses the sign-in of the portal: orders wait'
  await notify(
    trx,
    people.map(({ id }) => id),
    { title, body: why, link },
  )
  const mails = people.map(({ name, email }) => ({
    template: 'SAP_SIGN_IN_REFUSED',
    topic: 'SECURITY' as const,
    to: email,
    whom: name,
    values: { name, errorText: why, link: `${PORTAL}${link}` },
  }))
  await sendMails(trx, mails)
}

/** Whether messages go to SAP now, for all processes: the one row of `sap_sending`. */
async function readSending(db: Knex, lock = false): Promise<SapSending> {
  const row = db('sap_sending').where({ connection: 'SAP' })
  return decodeRow(sapSending, await (lock ? row.forUpdate() : row).first()) as SapSending
}

/** Leave to send one message; `giveBack` is for a probe that found no message to send. */
interface Admission {
  giveBack(): Promise<void>
}

/**
 * Leave to send one message now, for any process; null while a person or failures paused the sending. After a pause one
 * process gets leave for one probe.
 */
export async function admitMessage(db: Knex): Promise<Admission | null> {
  const { isPaused, failures, pausedUntil } = await readSending(db)
  if (isPaused) return null
  const { admitted, breaker } = admit({ failures, pausedUntil }, now())
  if (!admitted) return null
  if (breaker.pausedUntil === pausedUntil) return { giveBack: async () => undefined }
  const taken = await exchange(db, pausedUntil, breaker.pausedUntil)
  if (!taken) return null
  return { giveBack: async () => void (await exchange(db, breaker.pausedUntil, pausedUntil)) }
}

/** Sets the end of the pause where nobody else has; whether it did. */
const exchange = async (db: Knex, from: string | null, to: string | null) =>
  (await db('sap_sending')
    .where({ connection: 'SAP', pausedUntil: from })
    .update({ pausedUntil: to, updatedAt: now() })) === 1

/**
 * Counts how a message ended, `null` for success, and pauses the sending of all processes after five failures in a row or
 * where SAP asks for it. The first refused sign-in alerts the administrators, until SAP takes one again.
 */
export async function countCall(db: Knex, failure: SapError | null): Promise<void> {
  const isProofOfLife = failure === null || failure.errorClass === 'BUSINESS' || failure.isOutrun
  if (isProofOfLife && isQuiet(await readSending(db))) return
  await transact(
    db,
    async trx => {
      const before = await readSending(trx, true)
      const { failures, pausedUntil } = before
      const outcome = isProofOfLife ? null : failure.errorClass
      const breaker = afterCall({ failures, pausedUntil }, outcome, now(), failure?.retryAfterMs)
      const about = isProofOfLife ? { alertedAt: null } : await failureColumns(trx, before, failure)
      await trx('sap_sending')
        .where({ id: before.id })
        .update({ ...breaker, ...about, updatedAt: now() })
    },
    'latest',
  )
}

const isQuiet = ({ failures, pausedUntil, alertedAt }: SapSending) =>
  failures === 0 && pausedUntil === null && alertedAt === null

async function failureColumns(trx: Knex, { alertedAt }: SapSending, { errorClass, message }: SapError) {
  const isNews = errorClass === 'AUTH' && alertedAt === null
  if (isNews) await alertOfSignIn(trx, message)
  return {
    errorClass,
    errorText: message.slice(0, 500),
    failedAt: now(),
    ...(isNews && { alertedAt: now() }),
  }
}

/** Lets messages go out as if SAP had never failed. */
export const forgetFailures = (db: Knex) =>
  db('sap_sending')
    .where({ connection: 'SAP' })
    .update({ ...closedBreaker, alertedAt: null })

/** The pause of the sending as employees see it. */
export async function pauseOf(db: Knex): Promise<Pick<SapStatus, 'pausedUntil' | 'pausedBy'>> {
  const { isPaused, pausedById, pausedAt, pauseReason, pausedUntil } = await readSending(db)
  const person = isPaused ? await db('user').where({ id: pausedById }).first('name') : undefined
  return {
    // After its end the next message is a probe: nothing holds it up.
    pausedUntil: pausedUntil !== null && pausedUntil > now() ? pausedUntil : null,
    pausedBy: isPaused ? { name: person?.name ?? null, since: pausedAt!, reason: pauseReason } : null,
  }
}

/** Pauses the sending until somebody resumes it. */
export const pauseSending: ActionHandler = async (trx, { rows, person, values, author }) => {
  const paused = { isPaused: true, pausedById: person.id, pausedAt: now(), pauseReason: values.reason as string }
  await updateRow(trx, sapSending, rows[0] as never, paused, author)
  return 'Sending to SAP is paused until resumed; messages wait'
}

/** Ends what a person paused; a pause after failures stays. */
export const resumeSending: ActionHandler = async (trx, { rows, author }) => {
  const resumed = { isPaused: false, pausedById: null, pausedAt: null, pauseReason: null }
  await updateRow(trx, sapSending, rows[0] as never, resumed, author)
  wakeSender(trx)
  return undefined
}

/** Ends the pause after failures now: the next message is the probe that decides whether it is renewed. */
export const trySendingNow: ActionHandler = async (trx, { rows, author }) => {
  const [row] = rows as unknown as SapSending[]
  if (row!.pausedUntil === null || row!.pausedUntil <= now()) return 'Nothing is paused: messages are sent to SAP'
  await updateRow(trx, sapSending, row as never, { pausedUntil: now() }, author)
  wakeSender(trx)
  return 'One message is tried now'
}
