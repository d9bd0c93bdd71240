import { timingSafeEqual } from 'node:crypto'
import type { Knex } from 'knex'
import { addDays } from '../../../resources/define/dates.ts'
import { refusalOf } from '../../../resources/define/process/process.ts'
import { rights } from '../../../resources/define/rights.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import { type PwcCollection, pwcCollection } from '../../../resources/dispatches/collections/pwc-collection.ts'
import { MOST_CODE_TRIES, type PwcStep, pwcProcess } from '../../../resources/dispatches/collections/pwc-process.ts'
import type { PwcStepInput } from '../../../resources/dispatches/commands/collections.ts'
import { invoice } from '../../../resources/dispatches/invoice.ts'
import { ewayTakenFault } from '../../../resources/dispatches/lr-faults.ts'
import { requireRight } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { now, today } from '../../platform/clock.ts'
import { conflict, invalidField, refused } from '../../platform/errors.ts'
import { readSettings } from '../../platform/settings.ts'
import { takenEwayBills } from '../booking/eway-numbers.ts'
import { lockCollection } from './authorise.ts'
import { cancelCollection, correctFreight, type PwcCommand } from './change-collection.ts'
import { demandWaiting, lockInvoice } from './collected-invoice.ts'
import { codeHash, newCode, sendGateCode } from './collection-mails.ts'
import { followCollection, invoiceOfCollection, keepGoods } from './goods-of-collection.ts'
import { releaseFaultsOf } from './release-facts.ts'

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

/** A wrong code, and how many tries are left. */
interface Wrong {
  triesLeft: number
}

/**
 * Hands the goods over for the right code, after another look at licences, e-way bill and vehicle: its goods,
 * with their invoice and orders, have left and arrived. A wrong code is counted and answered; after five only a new one
 * helps.
 */
async function handOver(trx: Knex, command: PwcCommand<'collect'>): Promise<Wrong | null> {
  const { row, person, author, secret, asked } = command
  const code = asked.code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(code))
    throw invalidField('code', 'FORMAT', 'Code must be the six digits that the collector was sent')
  if (row.otpTries >= MOST_CODE_TRIES || row.otpHash === null)
    throw refused([{ field: 'code', code: 'CODE_USED_UP', message: 'The code was wrong five times: send a new one' }])
  if (!timingSafeEqual(Buffer.from(codeHash(secret, row.id, code)), Buffer.from(row.otpHash))) {
    const otpTries = row.otpTries + 1
    await trx('pwc_collection').where({ id: row.id }).update({ otpTries })
    return { triesLeft: MOST_CODE_TRIES - otpTries }
  }
  await lockInvoice(trx, row.invoiceId, person)
  const goods = await invoiceOfCollection(trx, row)
  const vehicleNo = asked.vehicleNo ?? row.vehicleNo
  const faults = await releaseFaultsOf(trx, goods, vehicleNo)
  if (faults.length > 0) throw refused(faults)
  const done = { status: 'COLLECTED', collectedAt: now(), otpVerified: true, otpHash: null, vehicleNo } as const
  await followCollection(trx, await updateRow(trx, pwcCollection, row, done, author), author)
  return null
}

/**
 * Puts the goods at the gate, after a look at licences, e-way bill and vehicle, and sends the code. Throws 422 with a
 * sentence for whatever forbids it.
 */
async function makeReady(trx: Knex, { row, person, author, secret, asked }: PwcCommand<'ready'>): Promise<null> {
  const waiting = await lockInvoice(trx, row.invoiceId, person)
  demandWaiting(waiting)
  const bill = {
    ewayBillNo: asked.ewayBillNo ?? waiting.ewayBillNo,
    ewayValidTo: asked.ewayBillNo === null ? waiting.ewayValidTo : asked.ewayValidTo,
  }
  const vehicleNo = asked.vehicleNo ?? row.vehicleNo
  const faults = [
    ...(await takenFaults(trx, waiting.id, asked.ewayBillNo, person)),
    ...(await releaseFaultsOf(trx, { ...waiting, ...bill }, vehicleNo)),
  ]
  if (faults.length > 0) throw refused(faults)
  await updateRow(trx, invoice, waiting, { ...bill, dispatchStatus: 'PWC_READY' }, author)
  const days = (await readSettings(trx))['pwc.expiry_days']
  const ready = { status: 'READY', readyAt: now(), expiresOn: addDays(today(), days), vehicleNo } as const
  await keepGoods(trx, row, author)
  await giveCode(trx, row, ready, secret, author)
  return null
}

/** An e-way bill that is entered at the gate is that of no other movement. */
async function takenFaults(trx: Knex, invoiceId: number, ewayBillNo: string | null, person: Person): Promise<Fault[]> {
  const [taken] = await takenEwayBills(trx, [{ invoiceId, ewayBillNo }], { person })
  return taken ? [ewayTakenFault('ewayBillNo', ewayBillNo!, taken)] : []
}

/** Sends a new code; the one before counts no more, and the tries begin anew. */
async function sendNewCode(trx: Knex, { row, secret, author }: PwcCommand<'sendCode'>): Promise<null> {
  await giveCode(trx, row, {}, secret, author)
  return null
}

async function giveCode(
  trx: Knex,
  row: PwcCollection,
  changes: Partial<PwcCollection>,
  secret: string,
  author: Author,
) {
  const code = newCode()
  const otpHash = codeHash(secret, row.id, code)
  const after = await updateRow(trx, pwcCollection, row, { ...changes, otpHash, otpTries: 0 }, author)
  await sendGateCode(trx, after, code)
}
