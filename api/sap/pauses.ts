import { hostname } from 'node:os'
import type { Knex } from 'knex'
import type { SapPause } from '../../resources/platform/sap-status.ts'
import { now } from '../platform/clock.ts'

/** The name of this process on the console. */
export const thisProcess = `${hostname().slice(0, 40)}:${process.pid}`

/** Saves until when a process sends nothing to SAP, so that all processes can show it; null when it sends again. */
export async function savePause(db: Knex, name: string, pausedUntil: string | null): Promise<void> {
  const at = now()
  if (pausedUntil === null) {
    // Also what ended processes left; one that still waits for its probe writes its row again.
    await db('sap_pause').where({ process: name }).orWhere('pausedUntil', '<', at).delete()
    return
  }
  const systemColumns = { rowVersion: 1, createdAt: at, createdById: null, updatedAt: at, updatedById: null }
  await db('sap_pause')
    .insert({ process: name, pausedUntil, ...systemColumns })
    .onConflict('process')
    .merge(['pausedUntil', 'updatedAt'])
}

/** The processes that send nothing to SAP now, the longest first. */
export async function pausesOf(db: Knex): Promise<SapPause[]> {
  const rows = db('sap_pause')
    .where('pausedUntil', '>', now())
    .orderBy([{ column: 'pausedUntil', order: 'desc' }, 'process'])
  return rows.select('process', 'pausedUntil as until')
}
