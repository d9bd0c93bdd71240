import type { Knex } from 'knex'
import { refusalOf } from '../../../resources/define/process/process.ts'
import { rights } from '../../../resources/define/rights.ts'
import { pwcCollection } from '../../../resources/dispatches/collections/pwc-collection.ts'
import { type PwcStep, pwcProcess } from '../../../resources/dispatches/collections/pwc-process.ts'
import type { PwcStepInput } from '../../../resources/dispatches/commands/collections.ts'
import { requireRight } from '../../derive/rights/conditions.ts'
import { conflict } from '../../platform/errors.ts'
import { lockCollection } from './authorise.ts'
import { cancelCollection, correctFreight } from './change-collection.ts'
import { handOver, type Wrong } from './hand-over.ts'
import { makeReady, sendNewCode } from './make-ready.ts'
import type { PwcCommand } from './pwc-command.ts'

type Handler<S extends PwcStep> = (trx: Knex, command: PwcCommand<S>) => Promise<Wrong | null>

const handlers: { [S in PwcStep]: Handler<S> } = {
  ready: makeReady,
  collect: handOver,
  sendCode: sendNewCode,
  correctFreight,
  cancel: cancelCollection,
}

/**
 * Takes a step of a collection: makes it ready, hands it over for its code, sends a new code, corrects its freight or
 * cancels it. Answers how many tries are left where the code was wrong, so that the count is kept; null when it is done.
 * Throws 400, 403, 404, 409 where the collection has gone on, and 422 where a licence or the e-way bill forbids it.
 */
export async function takePwcStep(
  trx: Knex,
  stepInput: PwcStepInput,
  { person, author, secret }: Pick<PwcCommand, 'person' | 'author' | 'secret'>,
): Promise<Wrong | null> {
  const { collectionId, step, rowVersion } = stepInput
  const { label, by } = pwcProcess.steps[step]
  for (const letter of by) requireRight(person, pwcCollection, rights[letter])
  const row = await lockCollection(trx, collectionId, person)
  const refused = refusalOf(pwcProcess, step, row, by)
  if (refused) throw conflict('NOT_NOW', `Gate pass ${row.gatepassNo}: ${refused.message}`)
  // At the gate the code alone counts: whoever holds it stands there.
  if (step !== 'collect' && row.rowVersion !== rowVersion)
    throw conflict('STALE_ROW', `Gate pass ${row.gatepassNo} changed meanwhile: review it`, {}, 'rowVersion')
  const why = 'reason' in stepInput ? stepInput.reason : null
  return (handlers[step] as Handler<PwcStep>)(trx, {
    asked: stepInput,
    row,
    person,
    author: { ...author, reason: [label, why].filter(Boolean).join(': ') },
    secret,
  })
}
