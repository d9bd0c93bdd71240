import type { Knex } from 'knex'
import { dayOf } from '../../../resources/define/dates.ts'
import type { Lr } from '../../../resources/dispatches/lr.ts'
import type { Author } from '../../derive/save/author.ts'
import { invalid } from '../../platform/errors.ts'
import { type Reported, reportEvent } from '../events/report-event.ts'
import { timeFault } from '../events/take-report.ts'

/** What happened to an LR on its vehicle. */
type OnTrip = Pick<
  Reported,
  'eventCode' | 'location' | 'remarks' | 'vehicleNo' | 'driverName' | 'driverMobile' | 'sealNo'
>

/** Reports what happened on a trip for one of its LRs. Throws 400 for a moment before the day of the LR. */
export async function reportOnTrip(trx: Knex, of: Lr, at: string, event: OnTrip, author: Author): Promise<void> {
  const when = { eventOn: dayOf(at), eventAt: at }
  const fault = timeFault(when, of)
  if (fault) throw invalid([{ ...fault, field: 'at', message: `LR ${of.lrNo}: ${fault.message}` }])
  await reportEvent(trx, of, { ...event, ...when, source: 'PORTAL' }, true, author)
}
