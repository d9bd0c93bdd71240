import type { Knex } from 'knex'
import { can, rolesHolding } from '../../resources/capabilities.ts'
import { instantOf } from '../../resources/define/dates.ts'
import type { Fault } from '../../resources/define/validate.ts'
import { type Lr, lr } from '../../resources/dispatches/lr.ts'
import { type EventInput, eventFields, trackingEvent } from '../../resources/dispatches/tracking-event.ts'
import { restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { requireAuthor, requirePerson } from '../derive/rights/require-person.ts'
import type { StoredRow } from '../derive/row-codec.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { bodyObject, readBody } from '../derive/save/read-body.ts'
import { type Call, ResourceService } from '../derive/service.ts'
import { secondsFromNow } from '../platform/clock.ts'
import { forbidden, invalid, invalidField } from '../platform/errors.ts'
import { transact } from '../platform/transact.ts'
import { reportEvent } from './report-event.ts'

/** Clocks of phones run a little ahead. */
const aheadSeconds = 300

/** Tracking events over Feathers: the dispatch desk and the carrier report them, each for their own LRs. */
export class TrackingEventService extends ResourceService {
  override async create(data: unknown, call: Call = {}): Promise<StoredRow> {
    const person = requirePerson(call)
    const author = requireAuthor(call)
    if (!can(person, 'reportTrackingEvents')) {
      throw forbidden(
        `Tracking Events: only the roles ${rolesHolding('reportTrackingEvents').join(' and ')} report what happens to a consignment`,
      )
    }
    const input = readEvent(data)
    const desk = can(person, 'reportAsDispatchDesk')
    const id = await transact(this.Model, async trx => {
      const row = await ownLr(trx, input.lrId, person)
      if (input.eventAt < instantOf(row.lrDate))
        throw invalidField('eventAt', 'RANGE', 'At must not be before the day of the LR')
      const source = author.source === 'UI' ? (desk ? 'PORTAL' : 'TRANSPORTER') : 'API'
      return reportEvent(trx, row, { ...input, source }, desk, author)
    })
    return this.get(id, { ...call, query: {} })
  }
}

/** The LR, if the person may read it. Throws 404, the same as for one that does not exist. */
async function ownLr(trx: Knex, lrId: number, person: Person): Promise<Lr> {
  const [row] = await rowsOf(trx, lr, rows => restrict(rows.where('lr.id', lrId), trx, lr, person, 'read'))
  if (!row) throw invalidField('lrId', 'UNKNOWN_REF', 'LR must be chosen from the list')
  return row
}

function readEvent(body: unknown): EventInput {
  const faults: Fault[] = []
  const event = readBody(trackingEvent, eventFields, bodyObject(body, 'The event'), faults)
  if (faults.length > 0) throw invalid(faults)
  if (event.eventAt > secondsFromNow(aheadSeconds))
    throw invalidField('eventAt', 'RANGE', 'At must not be in the future')
  return event
}
