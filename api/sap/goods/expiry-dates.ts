import { plainBatch } from '../../../resources/batch-no.ts'
import { plainCode } from '../../../resources/sap/codes.ts'
import type { SapAdapter } from '../adapter.ts'
import type { EntitySet } from '../http/entity-pages.ts'
import { dayOfSap, type SapRow } from '../http/odata.ts'
import { isNotServed, SapError } from '../http/sap-error.ts'
import { keyNumber } from '../reading/known-rows.ts'
import { materialFilter } from './material-filter.ts'

/** SAP's batches; where a batch is one at every plant, SAP leaves its plant empty. */
const batches: EntitySet = {
  path: 'API_BATCH_SRV/Batch',
  key: ['Material', 'BatchIdentifyingPlant', 'Batch'],
  select: ['Material', 'BatchIdentifyingPlant', 'Batch', 'ShelfLifeExpirationDate'],
}

/** Finds the expiry date of a batch; null where it has none. */
export type ExpiryOf = (product: string, plant: string, batchNo: string) => string | null

const DAY_MS = 24 * 60 * 60_000

/**
 * Reads when batches expire, into some forty bytes a batch. Returns SAP's own sentence where it has no such service, or
 * lets the portal's user not read it; throws SapError where it cannot be reached.
 */
export async function expiryDates(sap: SapAdapter, code: string | null): Promise<ExpiryOf | string> {
  const days = new Map<number, number>()
  const filter = code === null ? undefined : materialFilter(code)
  try {
    for await (const { rows } of sap.pages(batches, { ...(filter && { filter }), pageSize: 5_000 }))
      for (const row of rows) {
        const day = dayOf(row)
        if (day !== null) days.set(placeOf(row.Material, row.BatchIdentifyingPlant, row.Batch), day)
      }
  } catch (error) {
    if (error instanceof SapError && isNotServed(error)) return error.message
    throw error
  }
  return (product, plant, batchNo) => {
    const day = days.get(placeOf(product, plant, batchNo)) ?? days.get(placeOf(product, '', batchNo))
    return day === undefined ? null : new Date(day * DAY_MS).toISOString().slice(0, 10)
  }
}

const placeOf = (product: unknown, plant: unknown, batchNo: unknown) =>
  keyNumber(
    `${plainCode(String(product))}/${plant ?? ''}/${plainBatch(batchNo === null || batchNo === undefined ? null : String(batchNo))}`,
  )

/** Days since 1970; null for a batch without a date, or with one that is none. */
function dayOf({ ShelfLifeExpirationDate }: SapRow): number | null {
  if (typeof ShelfLifeExpirationDate !== 'string') return null
  try {
    return Math.round(Date.parse(dayOfSap(ShelfLifeExpirationDate)) / DAY_MS)
  } catch {
    return null
  }
}
