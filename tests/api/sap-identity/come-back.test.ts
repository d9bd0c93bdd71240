/** @module-tag sql */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { demoWithSap } from '../../support/sap/demo-sap.ts'

const UNKNOWN = '100903'
const PLANT = 'P777'

let world: Awaited<ReturnType<typeof demoWithSap>>
beforeEach(async () => {
  world = await demoWithSap()
  for (const object of ['PLANT', 'PRODUCT', 'CUSTOMER', 'SHIP_TO'] as const) await world.read(object)
})
afterEach(() => world.close())

const invoicesOf = (code: string) =>
  world.db('invoice').join('customer', 'customer.id', 'invoice.soldToId').where('customer.code', code)
const leftOut = () => world.db('sap_row').where({ object: 'INVOICE', state: 'LEFT_OUT' })
const notOurs = (lines: { errorCode: string; message: string }[]) =>
  lines.filter(({ errorCode }) => errorCode === 'NOT_OURS').map(({ message }) => message)

/** Somebody in SAP gives the buyer a sales area of ours. */
async function makeOurs() {
  const area = { Customer: `0000${UNKNOWN}`, SalesOrganization: '1000', DistributionChannel: '10', Division: '10' }
  const put = (entitySet: string, key: object, set: object) => world.sap.control('entity', { entitySet, key, set })
  await put('A_CustomerSalesArea', area, { CustomerPaymentTerms: 'N030' })
  const shipTo = { ...area, PartnerCounter: '000', PartnerFunction: 'SH' }
  await put('A_CustSalesPartnerFunc', shipTo, { BPCustomerNumber: `0000${UNKNOWN}`, DefaultPartner: true })
}

/** What a reading asked of SAP about the buyer. */
const asked = async () =>
  (await world.sap.calls()).filter(({ path }: { path: string }) => path.includes(`Customer eq '0000${UNKNOWN}'`)).length

describe('bills that were left out, for their buyer was not ours', () => {
  it('come back in the reading of customers that finds the buyer to be ours', async () => {
    await world.read('INVOICE')
    expect(await invoicesOf(UNKNOWN)).toEqual([])
    await makeOurs()
    await world.read('CUSTOMER')
    expect(await invoicesOf(UNKNOWN)).toHaveLength(40)
    expect(await leftOut()).toEqual([])
  })

  it('come back at the next reading of changed bills, though none of them changed', async () => {
    await world.read('INVOICE')
    await makeOurs()
    const { lines } = await world.read('INVOICE', 'DELTA')
    expect(notOurs(lines)).toEqual([])
    expect(await invoicesOf(UNKNOWN)).toHaveLength(40)
    expect(await leftOut()).toEqual([])
    expect(await world.db('sap_pending_row').where({ object: 'INVOICE', waitsFor: 'CUSTOMER' })).toEqual([])
  })

  it('have SAP asked once for the buyer in each such reading, and wait on', async () => {
    await world.read('INVOICE')
    const before = await asked()
    await world.read('INVOICE', 'DELTA')
    expect(await asked()).toBe(before + 1)
    expect(await invoicesOf(UNKNOWN)).toEqual([])
    expect(await leftOut()).toHaveLength(40)
  })
})

describe('a bill that was left out, for its plant was not ours', () => {
  /** Moves the bills of a delivered order to a plant that another sales organisation has. */
  const moveBill = () =>
    world.inSap(({ entities }) => {
      const [known] = entities.page('A_Plant', { top: 1 }).rows
      entities.put('A_Plant', { ...known, Plant: PLANT, PlantName: 'Works Unknown', SalesOrganization: '9000' })
      const bill = entities
        .page('A_BillingDocument', { top: 200 })
        .rows.find(row => row.SDDocumentCategory === 'M' && String(row.SoldToParty).endsWith(UNKNOWN) === false)!
      for (const item of entities.below('A_BillingDocumentItem', [bill.BillingDocument]))
        entities.put('A_BillingDocumentItem', { ...item, Plant: PLANT })
      return String(bill.BillingDocument)
    })
  const takeOver = () =>
    world.inSap(({ entities }) => {
      const plant = entities.find('A_Plant', [PLANT])!
      entities.put('A_Plant', { ...plant, SalesOrganization: '1000' })
    })

  it('comes back in the reading of changed bills that finds the plant to be ours', async () => {
    const number = moveBill()
    const { lines } = await world.read('INVOICE')
    expect(notOurs(lines)).toContain(`Plant ${PLANT} is not ours: 1 document left out`)
    expect(await world.db('invoice').where({ sapBillingDoc: number })).toEqual([])
    takeOver()
    await world.read('INVOICE', 'DELTA')
    expect(await world.db('invoice').where({ sapBillingDoc: number })).toHaveLength(1)
  })
})
