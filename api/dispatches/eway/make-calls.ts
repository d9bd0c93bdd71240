import type { Knex } from 'knex'
import { type EwayCall, ewayCall } from '../../../resources/dispatches/eway/eway-call.ts'
import { THEIRS } from '../../../resources/dispatches/eway/holder.ts'
import { handlingOf, portalError, sentencesOf } from '../../../resources/dispatches/eway/portal-errors.ts'
import { type EwayAccount, ewayAccount } from '../../../resources/settings/eway-account.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { systemAuthor } from '../../derive/save/author.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'
import { ConfigError } from '../../platform/config.ts'
import { transact } from '../../platform/transact.ts'
import { notifyDesk } from '../events/desk-notes.ts'
import { deeds } from './deeds.ts'
import { OPEN } from './enqueue.ts'
import { askTransporter } from './movement.ts'
import { type AccountMeans, openEwayAccount } from './open-account.ts'
import type { NotDone, Portal, PortalAnswer } from './portal.ts'
import { type HeldPortal, withPortal } from './session.ts'

const author = systemAuthor('the e-way portal')
/** Minutes to the next try, the last for all further ones. */
const WAITS = [1, 5, 15] as const
const waitOf = (attempts: number) => 60 * (WAITS[attempts - 1] ?? 15)
/** These concern the whole account. */
const busy = ['118', '658']

/** Calls the portal for one GSTIN after the other as long as anything is due. Says whether anything was called. */
export async function makeDueCalls(db: Knex, means: AccountMeans): Promise<boolean> {
  const gstins: string[] = await db('eway_call')
    .whereIn('status', [...OPEN])
    .where(any => any.where('nextAttemptAt', '<=', now()).orWhere('status', 'SENDING'))
    .distinct('gstin')
    .orderBy('gstin')
    .pluck('gstin')
  let calledAny = false
  for (const gstin of gstins) calledAny = (await callFor(db, means, gstin)) || calledAny
  return calledAny
}

async function callFor(db: Knex, means: AccountMeans, gstin: string): Promise<boolean> {
  const [account] = await rowsOf(db, ewayAccount, rows => rows.where({ gstin, isActive: 1 }))
  if (!account) return false
  const opened = tryOpening(means, account)
  if (opened instanceof ConfigError) return putOff(db, gstin, opened.message)
  const called = await withPortal(db, opened, means.secret, async portal => {
    let count = 0
    for (let call = await nextCall(db, gstin); call; call = await nextCall(db, gstin)) {
      count += 1
      if (!(await makeCall(db, call, portal))) break
    }
    return count > 0
  })
  return called ?? false
}

function tryOpening(means: AccountMeans, account: EwayAccount) {
  try {
    return openEwayAccount(means, account)
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
}

/** An account that cannot be used stops its calls alone; they say why. */
async function putOff(db: Knex, gstin: string, errorText: string): Promise<boolean> {
  const due = db('eway_call').where({ gstin }).whereIn('status', ['READY', 'RETRY']).where('nextAttemptAt', '<=', now())
  await due.update({
    status: 'RETRY',
    errorText,
    errorClass: 'AUTH',
    nextAttemptAt: secondsFromNow(15 * 60),
    updatedAt: now(),
  })
  return false
}

/** The first call that is due; those of one e-way bill go one after the other. */
async function nextCall(db: Knex, gstin: string): Promise<EwayCall | null> {
  const open = await rowsOf(db, ewayCall, rows =>
    rows
      .where({ gstin })
      .whereIn('status', [...OPEN])
      .orderBy('id')
      .limit(500),
  )
  const waiting = new Set<string>()
  for (const call of open) {
    const subject = call.ewayBillId === null ? `line ${call.lrLineId}` : `bill ${call.ewayBillId}`
    if (waiting.has(subject)) continue
    if (call.status === 'SENDING' || call.nextAttemptAt <= now()) return call
    waiting.add(subject)
  }
  return null
}

/** Makes one call and saves what became of it. Returns false where the account must wait. */
async function makeCall(db: Knex, before: EwayCall, held: HeldPortal): Promise<boolean> {
  // A process that ended while it waited for the answer leaves the call so.
  const mayBeDone = before.uncertainSince !== null || before.status === 'SENDING'
  const call: EwayCall = { ...before, status: 'SENDING', attempts: before.attempts + 1 }
  await write(db, call.id, { status: 'SENDING', attempts: call.attempts })
  const portal = await held.signedIn()
  if ('is' in portal) return retry(db, call, portal, mayBeDone, held, 'AUTH')
  const known = mayBeDone ? await deeds[call.action].ask(portal, call) : { done: null }
  if ('unclear' in known) {
    const renewed = isExpired(known.unclear) ? await held.signedIn(true) : null
    if (renewed && 'is' in renewed) return retry(db, call, renewed, true, held, 'AUTH')
    if (!renewed) return retry(db, call, known.unclear, true, held)
    const again = await deeds[call.action].ask(renewed, call)
    if ('unclear' in again) return retry(db, call, again.unclear, true, held)
    return again.done ? finish(db, call, again.done, null) : sendAndSettle(db, call, renewed, held)
  }
  return known.done ? finish(db, call, known.done, null) : sendAndSettle(db, call, portal, held)
}

const isExpired = (answer: PortalAnswer) => answer.is === 'REFUSED' && handlingOf(answer.codes) === 'RELOGIN'

async function sendAndSettle(db: Knex, call: EwayCall, portal: Portal, held: HeldPortal): Promise<boolean> {
  if (call.action !== 'GETEWAYBILL') await write(db, call.id, { uncertainSince: now() })
  let used = portal
  let answer = await send(portal, call)
  if (isExpired(answer)) {
    const renewed = await held.signedIn(true)
    if ('is' in renewed) return retry(db, call, renewed, false, held, 'AUTH')
    used = renewed
    answer = await send(renewed, call)
  }
  if (answer.is === 'DONE') return finish(db, call, answer.data, answer.httpStatus)
  if (answer.is === 'DOWN') return retry(db, call, answer, true, held)
  switch (handlingOf(answer.codes)) {
    case 'WAIT':
      return retry(db, call, answer, answer.codes.includes('813'), held)
    case 'RELOGIN':
      return retry(db, call, answer, false, held, 'AUTH')
    case 'FETCH': {
      const known = await deeds[call.action].ask(used, call)
      if ('unclear' in known) return retry(db, call, known.unclear, true, held)
      if (known.done) return finish(db, call, known.done, answer.httpStatus)
      return fail(
        db,
        call,
        answer,
        `${sentencesOf(answer.codes)} But date, buyer or total of that one differ: look it up on the portal.`,
      )
    }
    case 'TASK':
      return passOn(db, call, answer)
    case 'FINAL':
      return fail(db, call, answer, sentencesOf(answer.codes))
  }
}

function send(portal: Portal, call: EwayCall): Promise<PortalAnswer> {
  const { knownTimes: _, ...payload } = call.payload as Record<string, unknown>
  if (call.action === 'GENBYIRN') return portal.postByIrn(payload)
  if (call.action === 'GETEWAYBILL') return portal.get('GetEwayBill', { ewbNo: String(payload.ewbNo) })
  return portal.post(call.action, payload)
}

const write = (db: Knex, id: number, changes: object) =>
  db('eway_call')
    .where({ id })
    .update({ ...changes, updatedAt: now() })

type Refused = Extract<PortalAnswer, { is: 'REFUSED' }>

async function finish(db: Knex, call: EwayCall, data: object, httpStatus: number | null): Promise<boolean> {
  await transact(db, async trx => {
    const documentNo = await deeds[call.action].apply(trx, call, data as never, author)
    await write(trx, call.id, {
      status: 'DONE',
      doneAt: now(),
      httpStatus,
      documentNo,
      response: JSON.stringify(data),
      ...{ errorCodes: null, errorField: null, errorClass: null, errorText: null, uncertainSince: null },
    })
  })
  return true
}

/** Tries again later; the account waits as a whole where the portal asks for that or does not answer. */
async function retry(
  db: Knex,
  call: EwayCall,
  answer: NotDone,
  mayBeDone: boolean,
  held: HeldPortal,
  errorClass: 'AUTH' | 'TECH' = 'TECH',
): Promise<boolean> {
  const seconds = waitOf(call.attempts)
  const codes = answer.is === 'REFUSED' ? answer.codes : []
  await write(db, call.id, {
    status: 'RETRY',
    nextAttemptAt: secondsFromNow(seconds),
    httpStatus: answer.httpStatus,
    errorCodes: codes.join(', ') || null,
    errorField: codes.map(code => portalError(code).field).find(Boolean) ?? null,
    errorClass,
    errorText: answer.is === 'REFUSED' ? sentencesOf(codes) : `${answer.why}; it is tried again.`,
    uncertainSince: mayBeDone ? (call.uncertainSince ?? now()) : null,
    firstFailedAt: call.firstFailedAt ?? now(),
  })
  const concernsAll = answer.is === 'DOWN' || errorClass === 'AUTH' || codes.some(code => busy.includes(code))
  if (!concernsAll) return true
  if (codes.some(code => busy.includes(code))) await held.pause(seconds)
  return false
}

async function fail(db: Knex, call: EwayCall, answer: Refused, sentence: string): Promise<boolean> {
  await transact(db, async trx => {
    await write(trx, call.id, {
      ...refusalIn(answer, call),
      status: 'FAILED_BUSINESS',
      errorText: sentence,
      errorClass: 'BUSINESS',
    })
    if (call.lrId === null) return
    const title = `E-way portal: ${sentence}`
    const of = await trx('lr').where('id', call.lrId).first('lrNo')
    await notifyDesk(trx, { id: call.lrId }, { title, body: `LR ${of.lrNo}: correct it and send the call again.` })
  })
  return true
}

const tasks = {
  VEHEWB: 'PART_B',
  REGENTRIPSHEET: 'PART_B',
  EXTENDVALIDITY: 'EXTEND',
  GENCEWB: 'CONSOLIDATE',
  MULTIVEHMOVINT: 'SEVERAL_VEHICLES',
} as const

/** Only the transporter may: it gets the task. */
async function passOn(db: Knex, call: EwayCall, answer: Refused): Promise<boolean> {
  const task = tasks[call.action as keyof typeof tasks]
  if (!task || call.ewayBillId === null) return fail(db, call, answer, sentencesOf(answer.codes))
  const sentence = sentencesOf(answer.codes)
  await transact(db, async trx => {
    const { vehicleNo } = call.payload as { vehicleNo?: string }
    await askTransporter(
      trx,
      call.ewayBillId!,
      task,
      task === 'PART_B' ? `enter vehicle ${vehicleNo}` : taskWords[task],
    )
    await trx('eway_bill')
      .where('id', call.ewayBillId)
      .update({ holder: THEIRS, partBBy: task === 'EXTEND' ? undefined : THEIRS })
    await write(trx, call.id, {
      ...refusalIn(answer, call),
      status: 'CANCELLED',
      errorText: `${sentence} It is asked to.`,
      errorClass: 'BUSINESS',
    })
  })
  return true
}

const taskWords = { EXTEND: 'extend it', CONSOLIDATE: 'consolidate it', SEVERAL_VEHICLES: 'enter several vehicles' }

const refusalIn = ({ codes, httpStatus }: Refused, call: EwayCall) => ({
  httpStatus,
  errorCodes: codes.join(', ').slice(0, 100),
  errorField: codes.map(code => portalError(code).field).find(Boolean) ?? null,
  uncertainSince: null,
  firstFailedAt: call.firstFailedAt ?? now(),
})
