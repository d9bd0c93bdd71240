import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { simulatorStore } from '../../../api/simulators/sap/store.ts'
import { writeSapMasters } from '../../../seeds/sap-masters.ts'
import { seededDatabase, type TestDatabase } from '../../support/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'sap-first-start-'))
const file = join(folder, 'sap.sqlite')
let database: TestDatabase
beforeAll(async () => {
  database = await seededDatabase()
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

function inStore<T>(work: (store: ReturnType<typeof simulatorStore>) => T): T {
  const store = simulatorStore(file)
  try {
    return work(store)
  } finally {
    store.close()
  }
}

describe('the first start with a simulated SAP', () => {
  it('gives it the masters of the demo company and the oddities; its documents stay', async () => {
    const order = inStore(store => store.addOrder('OR2627000001', {}, [], '2026-11-20T06:30:00.000Z'))
    await writeSapMasters(database.db, file)
    inStore(({ entities, ...store }) => {
      expect(entities.find('A_Customer', ['100101'])).toMatchObject({ CustomerName: 'Sahyadri Biologics Pvt Ltd' })
      expect(entities.find('A_Product', ['LS-1001'])).toMatchObject({ GrossWeight: '0.620', WeightUnit: 'KG' })
      expect(entities.find('A_Product', ['LS-9102'])).toMatchObject({ WeightUnit: 'G' })
      const billed = entities.page('A_BillingDocument', { top: 100 }).rows
      expect(new Set(billed.map(row => row.SDDocumentCategory))).toEqual(new Set(['M', 'N', 'O', 'P', 'U', '5', '6']))
      expect(new Set(billed.map(row => row.SoldToParty))).toEqual(new Set(['0000100901', '0000100903', '0000100990']))
      expect(store.order(order)).not.toBeNull()
    })
  })

  it('is the only one that does: what somebody changed in SAP since is left as it is', async () => {
    inStore(({ entities }) => entities.put('A_Product', { Product: 'LS-1001', GrossWeight: '9.000' }))
    await writeSapMasters(database.db, file)
    expect(inStore(({ entities }) => entities.find('A_Product', ['LS-1001']))).toMatchObject({ GrossWeight: '9.000' })
  })
})
