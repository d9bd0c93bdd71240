import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setClock } from '../../../api/platform/clock.ts'
import { createLog } from '../../../api/platform/log.ts'
import { simulatorAccess } from '../../../api/platform/simulators.ts'
import { odataSap } from '../../../api/sap/adapter.ts'
import { landscapeFields } from '../../../api/sap/http/fields.ts'
import { sapReaders } from '../../../api/sap/pulls.ts'
import { simulatorStore } from '../../../api/simulators/sap/store.ts'
import { addOddDocuments } from '../../../api/simulators/sap-documents/odd-documents.ts'
import { writeMasters } from '../../../api/simulators/sap-masters/write-masters.ts'
import type { SapSyncRun } from '../../../resources/platform/sap-sync-run.ts'
import { companyOf } from '../../../seeds/sap-masters.ts'
import { seededDatabase } from '../database.ts'
import { simulatedSap } from './simulated-sap.ts'

type Store = ReturnType<typeof simulatorStore>

/** The demo company beside a simulated SAP over HTTP that has its masters, the oddities, and documents of every odd kind. */
export async function demoWithSap({ pageLimit }: { pageLimit?: number } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'demo-sap-'))
  const file = join(folder, 'sap.sqlite')
  const database = await seededDatabase()
  const { db } = database
  const at = '2026-11-20T06:30:00.000Z'
  setClock(() => at)

  function inSap<T>(work: (store: Store) => T): T {
    const store = simulatorStore(file)
    try {
      return work(store)
    } finally {
      store.close()
    }
  }

  const company = await companyOf(db)
  inSap(store => {
    writeMasters(store.entities, company, at)
    addOddDocuments(store, at)
  })
  const sap = await simulatedSap({ file, billAfterMs: 999_999_999, ...(pageLimit && { pageLimit }) })
  const { user, password, client } = simulatorAccess
  const fields = () => landscapeFields(db)
  const adapter = odataSap({ url: sap.url, user, password, client, timeoutMs: 20_000, fields })
  const log = createLog({ logLevel: 'silent', environment: 'test' } as never)
  const readers = sapReaders({ db, sap: adapter, log })

  /** Reads an object, and gives the run with its lines. */
  async function read(object: SapSyncRun['object'], mode: SapSyncRun['mode'] = 'FULL') {
    const run = await readers.find(one => one.object === object)!.read({ trigger: 'MANUAL', mode, requestedById: null })
    const lines: { value: string; errorCode: string; message: string }[] = await db('import_job_error')
      .where('sapSyncRunId', run.id)
      .orderBy('rowNo')
      .select('value', 'errorCode', 'message')
    return { run, lines }
  }

  return {
    db,
    sap,
    adapter,
    inSap,
    read,
    async close() {
      setClock(null)
      await sap.close()
      await database.close()
      rmSync(folder, { recursive: true })
    },
  }
}
