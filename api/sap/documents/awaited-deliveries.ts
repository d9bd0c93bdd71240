import type { Knex } from 'knex'
import { parkRows } from '../reading/pending-rows.ts'

/** Where deliveries wait that an invoice names and the portal does not know; no reading of another object brings them. */
export const awaitedDeliveries = { object: 'DELIVERY_AWAITED', waitsFor: 'NUMBER', item: null } as const

/** Remembers a delivery that is to be read by its number. */
export const awaitDelivery = (trx: Knex, sapKey: string): Promise<void> =>
  parkRows(trx, [{ ...awaitedDeliveries, sapKey, reason: 'Named by an invoice' }])
