import type { Knex } from 'knex'
import type { DryRun } from '../../resources/orders/sap/commands.ts'
import { fieldFaults } from './sending/sales-order-fields.ts'
import { isSapSteered, steerSap } from './steer-sap.ts'

/** A request that would go to SAP. */
interface TriedRequest {
  method: string
  path: string
  body: unknown
}

/**
 * Checks a request without saving anything in SAP: by the simulated SAP, or where the portal speaks to a real one, which
 * knows no dry run, by the fields that SAP publishes. Throws 503 when the simulated SAP does not answer.
 */
export async function dryRun(db: Knex, request: TriedRequest): Promise<DryRun> {
  if (!isSapSteered(db))
    return { by: 'FIELD_LIST', faults: fieldFaults(request).map(message => ({ code: '', message })) }
  const { faults } = await steerSap<Pick<DryRun, 'faults'>>(db, 'POST', 'dry-run', request)
  return { by: 'SIMULATOR', faults: faults.map(({ code, message }) => ({ code, message })) }
}
