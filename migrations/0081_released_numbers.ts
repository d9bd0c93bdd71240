import type { Knex } from 'knex'
import { createUniqueIndex, replaceUnique } from './ddl.ts'

export { down } from './ddl.ts'

/** A cancelled LR gives its number back, and an event that was voided can be reported again. */
export async function up(db: Knex) {
  await replaceUnique(db, 'lr', {
    before: ['lrNo', 'transporterId', 'fy'],
    after: ['lrNo', 'transporterId', 'fy', 'releasedNo'],
    indexes: {
      lr_plantId_lrDate: 'plantId, lrDate',
      lr_transporterId_lrDate: 'transporterId, lrDate',
      lr_deliveryStatus_expectedDeliveryDate: 'deliveryStatus, expectedDeliveryDate',
      lr_podStatus_deliveredOn: 'podStatus, deliveredOn',
      lr_billStatus: 'billStatus',
      lr_lrDate: 'lrDate',
      lr_fromCityId: 'fromCityId',
      lr_toCityId: 'toCityId',
      lr_claimStatus_claimDue: 'claimStatus, claimDue',
    },
  })
  await replaceUnique(db, 'tracking_event', {
    before: ['shipmentId', 'eventCode', 'eventAt'],
    after: ['shipmentId', 'eventCode', 'eventAt', 'voidNo'],
    indexes: { tracking_event_lrId_eventAt: 'lrId, eventAt' },
  })
  await createUniqueIndex(db, 'tracking_event', 'tracking_event_requestKey_unique', 'requestKey')
  await db('lr').where('deliveryStatus', 'CANCELLED').update({ releasedNo: db.ref('id') })
}
