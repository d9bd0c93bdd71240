import { expect, type Page } from '@playwright/test'
import { copyWaiting } from './waiting-copies.ts'

const SHIP_TO = '200101'

/** Books an LR over an invoice that waits, and returns its id. */
export async function bookLr(page: Page, lrNo: string, prefix: string, shipTo = SHIP_TO): Promise<number> {
  const [group] = (await (await page.request.get('/api/waiting-invoices')).json()).groups
  const [invoiceNo] = copyWaiting(group.invoices[0].invoiceNo, prefix, 1, shipTo)
  const [{ id }] = (await (await page.request.get(`/api/invoices?invoiceNo=${invoiceNo}`)).json()).data
  const proposal = await (await page.request.get(`/api/lr-proposal?invoiceIds=${id}`)).json()
  const { actualWeightKg, declaredValue, packages, lrDate, transporters } = proposal
  const data = {
    ...{
      lrNo,
      lrDate,
      packages,
      actualWeightKg,
      declaredValue,
      chargedWeightKg: actualWeightKg,
      freightAmount: 50_000,
    },
    ...{ transporterId: transporters[0].id, transMode: 'SURFACE', freightTerms: 'FOR', vehicleNo: 'MH04KX4482' },
    lines: [{ invoiceId: id }],
  }
  const answer = await page.request.post('/api/lrs', {
    data,
    headers: { 'X-Requested-With': 'bilty', 'Idempotency-Key': `book-${lrNo}` },
  })
  expect(await answer.text()).toContain(lrNo)
  return (await answer.json()).id
}
