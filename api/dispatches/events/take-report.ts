import type { Knex } from 'knex'
import { can } from '../../../resources/capabilities.ts'
import { dayOf } from '../../../resources/define/dates.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import type { EventInput } from '../../../resources/dispatches/commands/tracking.ts'
import { hasArrived } from '../../../resources/dispatches/events/journey.ts'
import type { When } from '../../../resources/dispatches/events/order.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { statusReaderOf } from '../../../resources/dispatches/lr-status.ts'
import { trackingEvent } from '../../../resources/dispatches/tracking-event.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { secondsFromNow, today } from '../../platform/clock.ts'
import { conflict, invalid, invalidField } from '../../platform/errors.ts'
import { holdLr } from './lr-subject.ts'
import { type RecordedAs, type Reported, reportEvent } from './report-event.ts'

/** Clocks of phones run a little ahead. */
const aheadSeconds = 300

/** Reports what happened to an LR of the person, once for the key of the request. */
export async function report(trx: Knex, input: EventInput, person: Person, author: Author): Promise<RecordedAs> {
  demandSense(input)
  const when = demandWhen(input)
  const desk = can(person, 'reportAsDispatchDesk')
  await holdLr(trx, input.lrId)
  const row = await ownLr(trx, input.lrId, person)
  const sent = await sentBefore(trx, input, person)
  if (sent !== undefined) return { id: sent, says: [] }
  const fault = timeFault(when, row)
  if (fault) throw invalid([fault])
  const source: Reported['source'] = author.source === 'UI' ? (desk ? 'PORTAL' : 'TRANSPORTER') : 'API'
  const { partBUpdated, eventOn: _, eventAt: __, ...said } = input
  const event: Reported = { ...said, ...when, ...partB(input, row), source }
  return reportEvent(trx, row, event, desk, author, statusReaderOf(person.userType))
}

/** The day of an event, and its hour where one is said. Throws 400 where neither is, or they contradict each other. */
function demandWhen({ eventOn, eventAt }: Pick<EventInput, 'eventOn' | 'eventAt'>): When {
  const day = eventAt === null ? eventOn : dayOf(eventAt)
  if (day === null)
    throw invalidField(
      'eventOn',
      'REQUIRED',
      'Day is required: enter when it happened, with the hour where it is known',
    )
  if (eventOn !== null && eventOn !== day)
    throw invalidField('eventOn', 'RANGE', 'Day must be that of At: correct one of them')
  return { eventOn: day, eventAt }
}

/** Whoever says that Part B is entered says it of the vehicle that the goods are on now. */
const partB = ({ partBUpdated, partBAt, eventAt, vehicleNo }: EventInput, row: Lr) => ({
  partBVehicleNo: partBUpdated || partBAt !== null ? (vehicleNo ?? row.vehicleNo) : null,
  partBAt: partBAt ?? (partBUpdated ? eventAt : null),
})

/** What is wrong with the time of an event: it precedes the LR, or lies in the future. */
export function timeFault({ eventOn, eventAt }: When, { lrDate }: Pick<Lr, 'lrDate'>): Fault | undefined {
  const field = eventAt === null ? 'eventOn' : 'eventAt'
  const label = eventAt === null ? 'Day' : 'At'
  const fault = (message: string) => ({ field, code: 'RANGE', message: `${label} must not be ${message}` })
  if (eventOn < lrDate) return fault('before the day of the LR')
  const isAhead = eventAt === null ? eventOn > today() : eventAt > secondsFromNow(aheadSeconds)
  return isAhead ? fault('in the future') : undefined
}

/** The LR, if the person may read it. Throws 400, the same as for one that does not exist. */
async function ownLr(trx: Knex, lrId: number, person: Person): Promise<Lr> {
  const [row] = await rowsOf(trx, lr, rows => restrict(rows.where('lr.id', lrId), trx, lr, person, 'read'))
  if (!row) throw invalidField('lrId', 'UNKNOWN_REF', 'LR must be selected from the list')
  return row
}

/**
 * The id of the event that the same request has made before: a phone without a connection sends it again. Throws 409 when
 * the key was used for something else.
 */
async function sentBefore(trx: Knex, input: EventInput, person: Person): Promise<number | undefined> {
  if (input.requestKey === null) return undefined
  const [earlierEvent] = await rowsOf(trx, trackingEvent, rows => rows.where('requestKey', input.requestKey!))
  if (!earlierEvent) return undefined
  const isSame =
    earlierEvent.lrId === input.lrId &&
    earlierEvent.eventCode === input.eventCode &&
    earlierEvent.createdById === person.id
  if (!isSame) throw conflict('DUPLICATE_KEY', 'This key was sent with another event: make a new one', {}, 'requestKey')
  return earlierEvent.id
}

function demandSense({ requestKey, ...event }: EventInput) {
  const faults: Fault[] = []
  if (requestKey !== null && !/^[0-9a-f-]{32,36}$/i.test(requestKey))
    faults.push({ field: 'requestKey', code: 'FORMAT', message: 'Key of the request must be a UUID' })
  const fault = reasonFault(event) ?? receiverFault(event)
  if (fault) faults.push(fault)
  if (faults.length > 0) throw invalid(faults)
}

/** Why goods were not handed over decides whether the transporter is to blame, so it is never left to a guess. */
export function reasonFault({ eventCode, reason = null }: Pick<Reported, 'eventCode' | 'reason'>): Fault | undefined {
  if (eventCode === 'UNDELIVERED' && reason === null) {
    const message = 'Why not delivered is required: choose the reason'
    return { field: 'reason', code: 'REQUIRED', message }
  }
  if (reason !== null && !failures.includes(eventCode))
    return { field: 'reason', code: 'RANGE', message: 'Why not delivered belongs to a delivery that failed' }
  return undefined
}

/** Goods are received where they arrive. */
export const receiverFault = ({ eventCode, receivedBy = null }: Pick<Reported, 'eventCode' | 'receivedBy'>) =>
  receivedBy !== null && !hasArrived(eventCode)
    ? { field: 'receivedBy', code: 'RANGE', message: 'Received by belongs to a delivery: leave it empty' }
    : undefined

/** The events that a reason may explain. */
const failures = ['UNDELIVERED', 'RETURNED', 'LOST', 'PARTIAL_DELIVERED']
