import type { Knex } from 'knex'
import { can } from '../../../resources/capabilities.ts'
import type { HazardsOfLr } from '../../../resources/dispatches/commands/tracking.ts'
import { hazardText } from '../../../resources/dispatches/hazards/hazard-of-goods.ts'
import { lr } from '../../../resources/dispatches/lr.ts'
import type { Person } from '../../derive/rights/person.ts'
import { readableRow } from '../../derive/rights/readable-row.ts'
import { today } from '../../platform/clock.ts'
import { faultsAtGate } from './faults-at-gate.ts'
import { goodsOfLrs, hazardsOf } from './hazards-of-lrs.ts'

/**
 * The hazardous goods of an LR, and to those who report its events what the gate says of them while they have not left: papers
 * of vehicles and what a transporter may carry is not for buyers. Throws 404 out of scope.
 */
export async function showHazards(db: Knex, lrId: number, person: Person): Promise<HazardsOfLr> {
  const { vehicleNo, transporterId, deliveryStatus } = await readableRow(db, lr, lrId, person)
  const { hazardous } = await hazardsOf(db, await goodsOfLrs(db, [lrId]))
  const gate = { lrIds: [lrId], vehicleNo, driverLicence: null, transporterId, day: today() }
  const isTold = deliveryStatus === 'BOOKED' && can(person, 'reportTrackingEvents')
  const said = isTold ? await faultsAtGate(db, gate) : { refusals: [], warnings: [] }
  return {
    goods: hazardous.map(one => ({
      code: one.code,
      text: one.unNo === null ? 'UN number not entered' : hazardText(one),
      packages: one.packages,
      netKg: one.netKg,
    })),
    ...said,
  }
}
