import type { Knex } from 'knex'
import { lr } from '../../../resources/dispatches/lr.ts'
import { shipment } from '../../../resources/dispatches/shipment.ts'
import { trackingEvent } from '../../../resources/dispatches/tracking-event.ts'
import { exampleRow } from '../example-rows.ts'
import type { Company } from './shipped-order.ts'

// Above the numbers that the portal gives.
let made = 900_000

/** An LR of the small company with its shipment, without invoices, and an event of it where one is given. */
export async function lrWith(
  db: Knex,
  company: Pick<Company, 'plantId' | 'cityId' | 'transporterId' | 'customerId'>,
  more: Record<string, unknown> = {},
  event: Record<string, unknown> | null = null,
  ofShipment: Record<string, unknown> = {},
): Promise<{ lrId: number; shipmentId: number; lrNo: string; shipmentNo: string }> {
  const serial = String(++made).padStart(6, '0')
  const row = await exampleRow(db, lr, {
    lrNo: `LR${serial}`,
    transporterId: company.transporterId,
    plantId: company.plantId,
    fromCityId: company.cityId,
    toCityId: company.cityId,
    fy: '2627',
    lrDate: '2026-11-10',
    expectedDeliveryDate: '2026-11-18',
    originalExpectedDate: '2026-11-18',
    transMode: 'SURFACE',
    deliveryStatus: 'BOOKED',
    ...more,
  })
  const { id } = await exampleRow(db, shipment, {
    shipmentNo: `SH2627${serial}`,
    lrId: row.id,
    businessLine: row.businessLine,
    customerId: company.customerId,
    shipToPincode: '411001',
    ...ofShipment,
  })
  if (event)
    await exampleRow(db, trackingEvent, {
      shipmentId: id,
      lrId: row.id,
      eventCode: 'UNDELIVERED',
      eventAt: '2026-11-17T06:00:00.000Z',
      ...event,
    })
  return { lrId: row.id, shipmentId: id, lrNo: `LR${serial}`, shipmentNo: `SH2627${serial}` }
}
