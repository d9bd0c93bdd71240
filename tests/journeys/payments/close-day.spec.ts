import type { Browser, Page } from '@playwright/test'

import { dayText, rupees } from '../../../resources/define/show.ts'
import { settlementFile } from '../../support/gateways/settlement-file.ts'
import { expect, goTo, noteLook, openPageAs, test, today } from '../../support/journey.ts'
import { decide, enterTransfer, openRow } from '../../support/payments/finance-acts.ts'
import { enterInvoice, openPayer, payDocument, payers } from '../../support/payments/payer.ts'

const FOLDER = '/transaction-view'

test('Finance closes a day: the gateways’ file, what differs and a refund, each with a second person', async ({
  browser,
}) => {
  const [firdaus, sneha] = [await openPageAs(browser, 'finance'), await openPageAs(browser, 'sneha')]
  const right = await pay(browser, firdaus, 'PAYU')
  const other = await pay(browser, firdaus, 'CCAVENUE')
  const before = { payu: await totalsOf(firdaus, 'PAYU1'), ccavenue: await totalsOf(firdaus, 'CCAVENUE1') }
  const utr = `UTR${Date.now()}`

  await test.step('they take in a file of which one row fits', async () => {
    const fee = { fee: '20', tax: '3.60', net: '1156.40' }
    const day = today
    const file = settlementFile([
      { gateway: 'PAYU', id: right.gatewayTxnId!, amount: '1180', ...fee, day, utr },
      { gateway: 'CCAVENUE', id: other.gatewayTxnId!, amount: '1000', day, utr: `${utr}C` },
      { gateway: 'PAYU', id: `X${utr}`, amount: '55', day, utr },
    ])
    await takeIn(firdaus, file)
  })
  await test.step('one says why a difference is closed, the other confirms it', async () => {
    await openDifference(firdaus, `${utr}C`)
    await decide(firdaus, 'Propose to close', { 'Why it may be closed': 'CCAvenue pays the rest tomorrow' })
    await expect(firdaus.getByRole('button', { name: 'Keep open' })).toBeVisible()
    await decide(firdaus, 'Confirm closing')
    await expect(firdaus.getByText(/^Another person of Finance than the one who/).first()).toBeVisible()
    await openDifference(sneha, `${utr}C`)
    await expect(sneha.getByText('CCAvenue pays the rest tomorrow').first()).toBeVisible()
    await decide(sneha, 'Confirm closing')
    await expect(sneha.getByRole('button', { name: 'Confirm closing' })).toHaveCount(0)
    await noteLook(sneha)
  })
  await test.step('one proposes a refund and enters its transfer, another confirms both', async () => {
    await goTo(firdaus, `${FOLDER}/transactions-view/show/${right.id}`)
    const address = await proposeRefund(firdaus)
    await goTo(sneha, address)
    await expect(sneha.getByText('Paid twice').first()).toBeVisible()
    await decide(sneha, 'Confirm')
    await expect(sneha.getByRole('button', { name: 'Reject' })).toHaveCount(0)
    await goTo(firdaus, address)
    await enterTransfer(firdaus, `RF${utr}`)
    await sneha.reload()
    await decide(sneha, 'Confirm as done')
    await expect(sneha.getByText('Settled').first()).toBeVisible()
  })
  await test.step('the totals of the day show it', async () => {
    const after = { payu: await totalsOf(firdaus, 'PAYU1'), ccavenue: await totalsOf(firdaus, 'CCAVENUE1') }
    expect(after.payu.settled - before.payu.settled).toBe(1180_00)
    expect(after.payu.refunded - before.payu.refunded).toBe(1180_00)
    expect(after.ccavenue.closedDifference - before.ccavenue.closedDifference).toBe(1180_00)
    await goTo(firdaus, `${FOLDER}/daily-totals`)
    const row = firdaus.locator('.grid tbody tr[data-id]').filter({ hasText: 'CCAVENUE1' }).first()
    await expect(row).toContainText(dayText(after.ccavenue.paidOn))
    await expect(row).toContainText(rupees(after.ccavenue.closedDifference))
    await noteLook(firdaus)
  })
})

async function pay(browser: Browser, finance: Page, gateway: keyof typeof payers) {
  const { documentNo } = await enterInvoice(finance, payers[gateway].code, 1180)
  return payDocument(await openPayer(browser, gateway), documentNo)
}

/** Checks a settlement file, sees what would differ, and imports it. */
async function takeIn(page: Page, file: string) {
  await goTo(page, `${FOLDER}/settlement-rows/import`)
  await page
    .getByLabel(/^File/)
    .setInputFiles({ name: 'settlement.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(
    page.getByText('The payment is ₹ 1,180.00, the file says ₹ 1,000.00: noted as a difference'),
  ).toBeVisible()
  await expect(page.getByText(/^No payment of this account has this gateway reference: ₹ 55.00/)).toBeVisible()
  await noteLook(page)
  await page.getByRole('button', { name: /^Add 3 / }).click()
  await expect(page.getByText('Imported.', { exact: true })).toBeVisible()
}

async function openDifference(page: Page, utr: string) {
  await openRow(page, 'payment-differences', utr)
  await expect(page.getByText('Amount differs').first()).toBeVisible()
}

/** Proposes that a whole payment goes back by a transfer; the address of the refund. */
async function proposeRefund(page: Page): Promise<string> {
  const taken = page.getByRole('region', { name: /^Received ₹/ })
  await taken.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Bank transfer by hand').check()
  await dialog.getByLabel('Why').fill('Paid twice')
  await noteLook(page)
  await dialog.getByRole('button', { name: 'Propose ₹ 1,180.00' }).click()
  await expect(dialog).toHaveCount(0)
  return (await taken.getByRole('link', { name: /^PR/ }).getAttribute('href'))!
}

interface Totals {
  paidOn: string
  settled: number
  closedDifference: number
  refunded: number
}

/** The latest day of an account among the daily totals, in paise. */
async function totalsOf(page: Page, account: string): Promise<Totals> {
  const answer = await page.context().request.get(`/api${FOLDER}/daily-totals?$limit=50`)
  const { data } = (await answer.json()) as { data: (Totals & { texts: { accountId: string } })[] }
  return data.find(({ texts }) => texts.accountId.startsWith(account))!
}
