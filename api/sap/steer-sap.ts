import type { Knex } from 'knex'
import { unavailable } from '../platform/errors.ts'
import { callOut } from '../platform/outgoing/call-out.ts'

const simulators = new WeakMap<Knex, string>()

/** Registers the address of the simulated SAP of a portal, which is steered and checks requests without saving them. */
export const connectSimulator = (db: Knex, address: string) => void simulators.set(db, address)

/** Whether the SAP of this portal is a simulated one. */
export const isSapSteered = (db: Knex): boolean => simulators.has(db)

/** Asks the simulated SAP what no real one is asked. Throws 503 with a sentence when it does not answer. */
export async function steerSap<Answer>(
  db: Knex,
  method: 'GET' | 'POST',
  what: string,
  body?: unknown,
): Promise<Answer> {
  const address = simulators.get(db)
  if (address !== undefined)
    try {
      const { text } = await callOut(`${address}/sap/simulator/${what}`, {
        method,
        ...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
        patience: 10_000,
      })
      return JSON.parse(text) as Answer
    } catch {
      // Said below.
    }
  throw unavailable('The simulated SAP does not answer: try again in a moment')
}
