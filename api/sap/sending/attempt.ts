import type { Knex } from 'knex'
import type { SapWarning } from '../../../resources/sap/warning.ts'
import { now } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { readSettings } from '../../platform/settings.ts'
import { transact } from '../../platform/transact.ts'
import type { SapAdapter } from '../adapter.ts'
import { SapError } from '../http/sap-error.ts'
import { recordWarnings } from '../orders/warnings-of-order.ts'
import { type ClaimedMessage, settleMessage, whileClaimed } from './claims.ts'
import { recordingAttempt } from './record-attempt.ts'
import { nextAttemptAt } from './retry.ts'

/** What sending a message needs. */
export interface Means {
  db: Knex
  sap: SapAdapter
  log: Log
}

/** How the messages of one type go out. */
export interface MessageKind {
  /** One attempt of one message, and everything that follows from its answer; returns why it failed, if it did. */
  send(means: Means, message: ClaimedMessage): Promise<SapError | null>
}

/** Saves what follows for the message's owner from a final refusal by SAP, in the transaction that settles the message. */
type SaveRefusal = (trx: Knex, message: ClaimedMessage, refusal: SapError) => Promise<unknown>

interface Attempt {
  messages: readonly ClaimedMessage[]
  call: () => Promise<unknown>
  refused: SaveRefusal
  /** Saves what follows where nothing is tried any more. */
  givenUp?: SaveRefusal
  /** Whether a failure ends the attempt; where not, it is only returned. */
  isFinal?: (failure: SapError) => boolean
}

/** Calls SAP for messages that go out as one, holds them meanwhile, and saves why they failed, if they did. */
export async function attempt(
  means: Means,
  { messages, call, refused, givenUp, isFinal = () => true }: Attempt,
): Promise<SapError | null> {
  const { db, log } = means
  try {
    const warnings = await recordingAttempt(means, messages, () => whileClaimed(db, messages, call))
    await tellWarnings(means, messages, warnings)
    return null
  } catch (error) {
    const failure = error instanceof SapError ? error : unforeseen()
    if (!isFinal(failure)) return failure
    const [{ messageNo, attempts }] = messages as [ClaimedMessage]
    const about = { messageNo, messages: messages.length, attempts, errorClass: failure.errorClass }
    if (!(error instanceof SapError))
      log.error({ ...about, err: error }, 'A message to SAP failed through an internal error')
    else if (failure.errorClass === 'AUTH')
      log.error(about, 'SAP refuses the portal’s sign-in: the IT administrator must fix it')
    else log.warn({ ...about, reason: failure.message }, 'A message to SAP was not taken')
    for (const message of messages) await saveFailure(db, message, failure, { refused, givenUp })
    return failure
  }
}

/** The message is settled: what SAP warned of stands with its attempt, even where the history cannot be written. */
async function tellWarnings({ db, log }: Means, messages: readonly ClaimedMessage[], warnings: readonly SapWarning[]) {
  const orderId = messages[0]?.orderId ?? null
  if (orderId === null || warnings.length === 0) return
  await recordWarnings(db, orderId, warnings).catch(error =>
    log.warn({ err: error, orderId }, 'What SAP warned of could not be written to the history'),
  )
}

const unforeseen = () =>
  new SapError('UNKNOWN', 'The portal could not finish this message. See the log; SAP may have done it.')

async function saveFailure(
  db: Knex,
  message: ClaimedMessage,
  failure: SapError,
  { refused, givenUp }: Pick<Attempt, 'refused' | 'givenUp'>,
) {
  const { errorClass, httpStatus, sapMessageClass, sapMessageNo, message: errorText } = failure
  const failureColumns = {
    errorClass,
    httpStatus,
    sapMessageClass,
    sapMessageNo,
    errorText,
    firstFailedAt: message.firstFailedAt ?? now(),
    // A failure before it left says nothing about an earlier attempt. Signing in and a token may have come before it
    // left: SAP may be at work on it since the end of the attempt at the latest.
    ...(message.hasLeft && { uncertainSince: failure.mayBeDone ? now() : null }),
  }
  await transact(db, async trx => {
    if (errorClass === 'BUSINESS') {
      if (await settleMessage(trx, message, { ...failureColumns, status: 'FAILED_BUSINESS' }))
        await refused(trx, message, failure)
      return
    }
    const most = (await readSettings(trx))['sap.max_attempts']
    const next = nextAttemptAt(message.attempts, now(), Math.random(), failure.retryAfterMs)
    const at = message.attempts > most ? null : next
    const end = at === null ? { status: 'FAILED_TECH' as const } : { status: 'RETRY' as const, nextAttemptAt: at }
    const isSettled = await settleMessage(trx, message, { ...failureColumns, ...end })
    if (isSettled && at === null) await givenUp?.(trx, message, failure)
  })
}

/** Such as `V1/384`; SAP_REFUSED when SAP named none. */
export const codeOf = ({ sapMessageClass, sapMessageNo }: SapError) =>
  [sapMessageClass, sapMessageNo].filter(Boolean).join('/') || 'SAP_REFUSED'

/** The columns of a message that SAP has taken. */
export const finished = (response: unknown) =>
  ({ status: 'DONE', response, doneAt: now(), errorText: null, uncertainSince: null }) as const
