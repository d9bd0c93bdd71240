import { expect, it } from 'vitest'
import { exampleCustomer, exampleOrderInput, submittedOrder } from '../../support/orders/example-order.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')

it('an order of 200 on a contract of which others hold 50 too much exceeds it by 200, wherever that is told', async () => {
  const { id: customerId } = await exampleCustomer(portal)
  const line = await portal.db('rate_contract_line').where({ customerId, lineNo: 10 }).first()
  await portal
    .db('rate_contract_line')
    .where({ id: line.id })
    .update({ contractQty: 100_000, consumedQty: 120_000, reservedQty: 30_000 })
  const lines = [['LS-1003', 200, 0]] as const
  const { body: quote } = await asha.post('/api/quotes', {
    ...(await exampleOrderInput(portal, asha, lines)),
    explain: [0],
  })
  const ahead = quote.approvals.find(({ step }: { step: string }) => step === 'RATE_CONTRACT')
  expect([ahead.reason, ahead.over]).toEqual([
    expect.stringMatching(/^200 on contract \S+, 200 more than is open$/),
    200_000,
  ])
  expect(JSON.stringify(quote.lines[0].priceTrace)).toContain('0 of 200 are still open on it')

  const order = await submittedOrder(portal, asha, lines)
  const task = await portal.db('approval_task').where({ orderId: order.id, step: 'RATE_CONTRACT' }).first()
  expect(task.measuredValue).toBe(200_000)
  expect(JSON.parse(task.triggerJson).reason).toBe(ahead.reason)

  const desk = await portal.as('pricing_approver')
  const { body: contract } = await desk.get(`/api/masters/rate-contract-customer/${line.rateContractId}`)
  expect(contract.lines.find(({ lineNo }: { lineNo: number }) => lineNo === 10).openQty).toBe(0)
})
