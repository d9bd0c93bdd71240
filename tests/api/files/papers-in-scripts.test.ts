import { beforeAll, expect, it } from 'vitest'
import { rowOfEachReport } from '../../support/mis/report-rows.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const auditor = portal.person(({ as }) => as('auditor'))
const pricing = portal.person(({ as }) => as('pricing_approver'))

/** What a company of the North-East and the South would have entered, with a sign of chemistry and one of no script. */
const buyer = 'ব্রহ্মপুত্র केमिकल्स ✓'
const goods = 'సల్ఫ్యూరిక్ ఆమ్లం H₂SO₄ ≥ 98 % → 25 ℃'
const carrier = 'ਟਰੱਕ ଯାତ୍ରା വണ്ടി'

beforeAll(async () => {
  const { db } = portal
  await rowOfEachReport(portal)
  await db('customer').update({ name: buyer })
  await db('products').update({ name: goods })
  await db('transporter').update({ name: carrier })
  await db('order').update({ customerPoNo: 'ખરીદી-૭૭', remarks: 'ಬೆಳಿಗ್ಗೆ ಮಾತ್ರ 🚚' })
  await db('payment_transaction').update({ status: 'SUCCESS', receiptNo: 'RC2627000001' })
  await db('payment_capture').where({ transactionId: 1 }).update({ receiptNo: 'RC2627000001' })
})

async function printed(path: string, { token } = auditor) {
  const answer = await fetch(`${portal.url}/api/${path}`, { headers: { authorization: `Bearer ${token}` } })
  expect([path, answer.status]).toEqual([path, 200])
  return pdfText(Buffer.from(await answer.arrayBuffer())).replace(/\s/g, '')
}
const packed = (text: string) => text.normalize('NFC').replace(/\s/g, '')

it.each([
  ['an order', 'orders/1/pdf', [buyer, goods, 'ખરીદી-૭૭']],
  ['an invoice', 'invoices/1/pdf', [buyer]],
  ['an LR', 'lrs/1/pdf', [carrier]],
  ['a loading list', 'lr-papers/loading-list?ids=1', [carrier]],
  ['a label', 'lr-papers/labels?ids=1', [carrier]],
  ['a gate pass', 'pwc-collections/1/gate-pass', [buyer]],
  ['a receipt', 'payments/1/receipt', [buyer]],
])('%s prints what is named in the scripts of India', async (_, path, said) => {
  const text = await printed(path)
  for (const words of said) expect(text).toContain(packed(words))
})

it('a price list prints what is named in the scripts of India', async () => {
  expect(await printed('price-list-pdf', pricing)).toContain(packed(goods))
})
