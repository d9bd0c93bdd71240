import { describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { exampleOrderInput, idempotencyHeader, submittedOrder } from '../../support/orders/example-order.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
const admin = portal.person('master_admin')

const pathOf: Record<string, string> = {
  TOLL_CENTER: 'product-wise-toll-center',
  CUSTOMER_PRODUCT_CNF: 'distributor-product-cnf-mapping',
  CHANNEL_PRODUCT_CNF: 'channel-product-cnf',
  CNF_PRODUCT: 'cnf-product-map',
  SBU_CNF: 'sbu-wise-cnf',
  DEFAULT_PLANT: 'default-supply-plant',
}

/** Places an order, and returns its first line with the path of the row that chose its plant. */
async function placed() {
  const { id } = await submittedOrder(portal, asha)
  const line = await portal.db('order_line').where({ orderId: id }).first()
  expect(pathOf[line.sourceRule], line.sourceRule).toBeDefined()
  return { id, line, path: `/api/masters/${pathOf[line.sourceRule]}` }
}
const usedOf = async (who: ApiClient, path: string, id: number): Promise<number | undefined> => {
  const { body } = await who.get(`${path}?$limit=200`)
  return body.data.find((row: { id: number }) => row.id === id).usedThisMonth
}

describe('how often a sourcing row was used this month', () => {
  it('grows with each submitted line whose plant it chose, and names the row of the trace', async () => {
    const { line, path } = await placed()
    const trace = JSON.parse(line.sourceTrace)
    const won = trace.steps.find(({ verdict }: { verdict: string }) => verdict === 'won')
    expect(line.sourceRowId).toBe(won.row.id)
    const before = await usedOf(admin, path, line.sourceRowId)
    const again = await placed()
    expect(again.line.sourceRowId).toBe(line.sourceRowId)
    expect(await usedOf(admin, path, line.sourceRowId)).toBe(before! + 1)
  })

  it('leaves out drafts and the orders of earlier months', async () => {
    const { id, line, path } = await placed()
    const before = await usedOf(admin, path, line.sourceRowId)
    await asha.post('/api/orders', await exampleOrderInput(portal, asha), idempotencyHeader())
    expect(await usedOf(admin, path, line.sourceRowId)).toBe(before)
    const lastMonth = addDays(`${today().slice(0, 8)}01`, -1)
    await portal.db('order').where({ id }).update({ orderDate: lastMonth })
    expect(await usedOf(admin, path, line.sourceRowId)).toBe(before! - 1)
  })

  it('is not told to people who read only a part of the orders', async () => {
    const { line, path } = await placed()
    for (const role of ['SALES_REP', 'CSC_AGENT', 'DISPATCH'] as const) {
      const who = await personWith(portal, [role])
      const { body } = await who.get(`${path}?$limit=1`)
      for (const row of body.data) expect(row, role).not.toHaveProperty('usedThisMonth')
    }
    expect(await usedOf(await personWith(portal, ['AUDITOR']), path, line.sourceRowId)).toBeGreaterThan(0)
  })
})
