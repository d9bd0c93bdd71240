import type { Knex } from 'knex'
import type { DryRun } from '../../resources/orders/sap/commands.ts'
import { unavailable } from '../platform/errors.ts'
import { callOut } from '../platform/outgoing/call-out.ts'
import { fieldFaults } from './sending/sales-order-fields.ts'

/** A request that would go to SAP. */
interface Asked {
  method: string
  path: string
  body: unknown
}

const simulators = new WeakMap<Knex, string>()

/** Registers the address of the simulated SAP of a portal, which checks requests without saving them. */
export const connectSimulator = (db: Knex, address: string) => void simulators.set(db, address)

/**
 * Checks a request without saving anything in SAP: by the simulated SAP, or where the portal speaks to a real one, which
 * knows no dry run, by the fields that SAP publishes. Throws 503 when the simulated SAP does not answer.
 */
export async function dryRun(db: Knex, asked: Asked): Promise<DryRun> {
  const address = simulators.get(db)
  if (!address) return { by: 'FIELD_LIST', faults: fieldFaults(asked).map(message => ({ code: '', message })) }
  try {
    const { text } = await callOut(`${address}/sap/simulator/dry-run`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(asked),
      patience: 10_000,
    })
    const { faults } = JSON.parse(text) as Pick<DryRun, 'faults'>
    return { by: 'SIMULATOR', faults: faults.map(({ code, message }) => ({ code, message })) }
  } catch {
    throw unavailable('The simulated SAP does not answer: try the dry run again')
  }
}
