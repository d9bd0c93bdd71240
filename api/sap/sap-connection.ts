import type { Knex } from 'knex'
import { unavailable } from '../platform/errors.ts'
import type { SapAdapter } from './adapter.ts'
import { SapError } from './http/sap-error.ts'

const connected = new WeakMap<Knex, SapAdapter>()

/** Registers the SAP of a portal, which its calls go through; each of several portals in one process has its own. */
export const connectSap = (db: Knex, sap: SapAdapter) => void connected.set(db, sap)

/** The databases of portals that speak to a real SAP; a transaction shares its configuration. */
const live = new WeakSet<object>()

/** Notes that this portal speaks to a real SAP, no simulated one. */
export const markSapLive = (db: Knex) => void live.add(db.client.config)

/** Whether what this portal sends reaches a real SAP, now or once it is connected. */
export const isSapLive = (db: Knex): boolean => live.has(db.client.config)

/** Whether this portal has a SAP at all. */
export const isConnected = (db: Knex): boolean => connected.has(db)

/**
 * Calls SAP while a person waits. Never inside a transaction, for SAP may be slow. Throws 503 with a sentence when
 * there is no SAP or it cannot answer now.
 */
export async function callSap<Answer>(db: Knex, question: (sap: SapAdapter) => Promise<Answer>): Promise<Answer> {
  const sap = connected.get(db)
  if (!sap) throw unavailable('SAP is not connected: try again once it is')
  try {
    return await question(sap)
  } catch (error) {
    if (error instanceof SapError) throw unavailable(`SAP could not be asked now: ${error.message}`)
    throw error
  }
}
