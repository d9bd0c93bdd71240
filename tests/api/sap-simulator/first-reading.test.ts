/** @module-tag sql */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Koa } from '@feathersjs/koa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../../api/platform/log.ts'
import { simulatorAccess } from '../../../api/platform/simulators.ts'
import { odataSap } from '../../../api/sap/adapter.ts'
import { readableObjects, sapReaders } from '../../../api/sap/pulls.ts'
import { sapSimulator } from '../../../api/simulators/sap/simulator.ts'
import { simulatorStore } from '../../../api/simulators/sap/store.ts'
import { fillMasters } from '../../../api/simulators/sap-masters/fill.ts'
import { addOddities } from '../../../api/simulators/sap-masters/oddities.ts'
import { companyOf } from '../../../seeds/sap-masters.ts'
import { seededDatabase, type TestDatabase } from '../../support/database.ts'

const at = '2026-11-01T06:30:00.000Z'
const folder = mkdtempSync(join(tmpdir(), 'sap-first-reading-'))
const file = join(folder, 'sap.sqlite')
const log = createLog({ logLevel: 'silent', environment: 'test' } as never)
let database: TestDatabase
let simulator: ReturnType<typeof sapSimulator>
let server: Server
let readers: ReturnType<typeof sapReaders>

beforeAll(async () => {
  database = await seededDatabase()
  const company = await companyOf(database.db)
  inSap(store => fillMasters(store.entities, company, at))
  simulator = sapSimulator({ file, billAfterMs: 60_000 })
  server = createServer(new Koa().use(simulator).callback())
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { user, password, client } = simulatorAccess
  readers = sapReaders({ db: database.db, sap: odataSap({ url, user, password, client, timeoutMs: 20_000 }), log })
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise(done => server.close(done))
  simulator.close()
  await database.close()
  rmSync(folder, { recursive: true })
})

function inSap(work: (store: ReturnType<typeof simulatorStore>) => void) {
  const store = simulatorStore(file)
  work(store)
  store.close()
}

async function read(object: string) {
  const reader = readers.find(one => one.object === object)!
  const run = await reader.read({ trigger: 'MANUAL', mode: 'FULL', requestedById: null })
  const errors = await database.db('import_job_error').where('sapSyncRunId', run.id).select('message', 'value')
  return { run, errors }
}

/** Open items that finance imported become SAP's own at the first reading; their amounts stay. */
const adopted: Record<string, number> = { OUTSTANDING: 14 }
const openBalances = () =>
  database.db('upload_outstanding').where('isActive', 1).orderBy('documentNo').select('documentNo', 'balanceAmount')
let imported: unknown
beforeAll(async () => {
  imported = await openBalances()
})

describe('the first reading of the demo company from the simulated SAP', () => {
  it.each(readableObjects)('finds of %s what the portal has, and the second changes nothing', async object => {
    const first = await read(object)
    expect(first.errors).toEqual([])
    const balances = await openBalances()
    expect(first.run).toMatchObject({ status: 'OK', rowsFailed: 0, rowsCreated: 0, rowsUpdated: adopted[object] ?? 0 })
    expect(balances).toEqual(imported)
    expect((await read(object)).run).toMatchObject({ status: 'OK', rowsCreated: 0, rowsUpdated: 0 })
  })
})

describe('the reading of the oddities', () => {
  beforeAll(() => inSap(store => addOddities(store.entities, at)))

  it.each(readableObjects)('of %s refuses odd rows alone, each with a sentence, and is no failed run', async object => {
    const { run, errors } = await read(object)
    expect(['OK', 'PARTIAL']).toContain(run.status)
    for (const { message } of errors) expect(message).toMatch(/^[A-Z].{20,}/)
    const odd = /LS-91\d\d|1009\d\d|2009\d\d|104530|99000000\d\d|40009901/
    expect(errors.filter(({ message, value }) => !odd.test(`${message} ${value}`))).toEqual([])
  })
})

describe('an SAP that suddenly answers with no rows at all', () => {
  const sets = {
    OUTSTANDING: 'A_OperationalAcctgDocItemCube',
    PRODUCT: 'A_Product',
    CUSTOMER: 'A_BusinessPartner',
    PRICE: 'A_SlsPrcgConditionRecord',
    STOCK: 'A_MatlStkInAcctMod',
  }

  it.each(Object.entries(sets))('is not believed: the reading of %s stops and changes nothing', async (object, set) => {
    inSap(store => store.entities.clear(set))
    expect((await read(object)).run).toMatchObject({ status: 'FAILED', errorClass: 'GUARD_TRIPPED', rowsUpdated: 0 })
  })
})
