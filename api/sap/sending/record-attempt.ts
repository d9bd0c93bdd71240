import { hostname } from 'node:os'
import type { Knex } from 'knex'
import type { SapAttempt } from '../../../resources/platform/sap-attempt.ts'
import type { SapWarning } from '../../../resources/sap/warning.ts'
import { encodeValue } from '../../derive/row-codec.ts'
import { now } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { type Exchange, keepingExchanges } from '../http/exchanges.ts'
import { SapError } from '../http/sap-error.ts'
import type { ClaimedMessage } from './claims.ts'

/** The most of SAP's reply that is kept, in characters. */
const REPLY_MOST = 4_096

/** The name of this process on the console. */
const thisProcess = `${hostname().slice(0, 40)}:${process.pid}`

interface Means {
  db: Knex
  log: Log
}

/**
 * Makes one attempt for messages that go out as one, and saves a row of it for each: when, how long it took in
 * milliseconds, what was asked, and SAP's reply; returns what SAP warned of. Throws what `call` throws. The sending does
 * not depend on whether the row can be saved.
 */
export async function recordingAttempt(
  { db, log }: Means,
  messages: readonly ClaimedMessage[],
  call: () => Promise<unknown>,
): Promise<readonly SapWarning[]> {
  const at = now()
  const started = performance.now()
  const exchanges: Exchange[] = []
  let failure: unknown = null
  try {
    await keepingExchanges(exchanges, call)
    return warningsOf(exchanges)
  } catch (error) {
    failure = error
    throw error
  } finally {
    const attempt = {
      at,
      ms: Math.round(performance.now() - started),
      process: thisProcess,
      ...outcomeOf(failure, exchanges),
    }
    await saveAttempts(db, messages, attempt).catch(error =>
      log.warn({ err: error }, 'An attempt towards SAP could not be noted'),
    )
  }
}

type Outcome = Pick<SapAttempt, 'asked' | 'httpStatus' | 'errorClass' | 'errorText' | 'reply' | 'warnings'>

function outcomeOf(failure: unknown, exchanges: readonly Exchange[]): Outcome {
  const last = exchanges.at(-1)
  const said = warningsOf(exchanges)
  const asked = exchanges.map(one => `${one.asked} ${one.status ?? 'no answer'}`).join(', ')
  return {
    asked: asked.slice(0, 500) || null,
    httpStatus: last?.status ?? (failure instanceof SapError ? failure.httpStatus : null),
    errorClass: failure === null ? null : failure instanceof SapError ? failure.errorClass : 'UNKNOWN',
    errorText: failure instanceof SapError ? failure.message.slice(0, 1_000) : null,
    reply: last?.text.slice(0, REPLY_MOST) || null,
    warnings: said.length > 0 ? { said } : null,
  }
}

/** What SAP warned of when it changed something; what it warns of when it is asked says nothing of the message. */
function warningsOf(exchanges: readonly Exchange[]): SapWarning[] {
  return exchanges.filter(({ asked }) => !asked.startsWith('GET')).flatMap(one => one.warnings)
}

async function saveAttempts(
  db: Knex,
  messages: readonly ClaimedMessage[],
  attempt: Outcome & Pick<SapAttempt, 'at' | 'ms' | 'process'>,
) {
  const systemColumns = {
    rowVersion: 1,
    createdAt: attempt.at,
    createdById: null,
    updatedAt: attempt.at,
    updatedById: null,
  }
  const rows = messages.map(({ id, attempts }) => ({
    ...attempt,
    warnings: encodeValue(attempt.warnings),
    messageId: id,
    attemptNo: attempts,
    ...systemColumns,
  }))
  await db('sap_attempt').insert(rows)
}
