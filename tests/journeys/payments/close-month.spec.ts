import type { Locator, Page } from '@playwright/test'
import { dayText, rupees } from '../../../resources/define/show.ts'
import type { PaymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import type { Refund } from '../../../resources/payments/refund.ts'
import type { PaymentTransfer } from '../../../resources/payments/settlement/payment-transfer.ts'
import { expect, goTo, noteLook, openPageAs, test, today } from '../../support/journey.ts'
import { decide, enterTransfer, openRow } from '../../support/payments/finance-acts.ts'
import {
  actAt,
  booksSay,
  type Gateway,
  gateways,
  payMonth,
  rowsOf,
  settlementOf,
  statementOf,
  utrOf,
  waitsFor,
} from '../../support/payments/month.ts'

const FOLDER = '/transaction-view'

interface DailyTotal {
  paidOn: string
  gateway: string
  succeeded: number
  posted: number
  settled: number
}

test('Finance’s month is closed in the browser, and nothing is left unexplained', { tag: '@proof' }, async ({
  browser,
}) => {
  const [firdaus, sneha] = [await openPageAs(browser, 'finance'), await openPageAs(browser, 'sneha')]
  const before = await waitsFor(firdaus)
  const { PAYU, CCAVENUE, BILLDESK } = await payMonth(browser, firdaus)
  const open = (page: Page, { id }: PaymentTransaction) => goTo(page, `${FOLDER}/transactions-view/show/${id}`)
  const [short, late, returned] = PAYU as [PaymentTransaction, PaymentTransaction, PaymentTransaction]
  const [lateInFile, chargedBack] = CCAVENUE as [PaymentTransaction, PaymentTransaction]
  const over = BILLDESK[0]!

  await test.step('banks and gateways say what they did since', async () => {
    await actAt('PAYU', late, { act: 'say', word: 'captured' })
    await actAt('CCAVENUE', lateInFile, { act: 'say', word: 'Shipped' })
    await actAt('CCAVENUE', chargedBack, { act: 'return', kind: 'CHARGEBACK' })
  })

  await test.step('a payment that had failed was taken all the same, and its invoice has been paid since', async () => {
    await open(firdaus, late)
    await firdaus.getByRole('button', { name: 'Ask the gateway again' }).click()
    await expect(takenOf(firdaus)).toContainText('after the payment had ended')
  })

  const refunds = await test.step('one proposes six refunds, the other confirms them', async () => {
    const asked: [PaymentTransaction, string | undefined, 'Ask the gateway' | 'Bank transfer by hand'][] = [
      [late, undefined, 'Ask the gateway'],
      [PAYU[10]!, undefined, 'Ask the gateway'],
      [PAYU[11]!, '500', 'Ask the gateway'],
      [CCAVENUE[11]!, '500', 'Ask the gateway'],
      [BILLDESK[10]!, undefined, 'Bank transfer by hand'],
    ]
    await open(firdaus, CCAVENUE[10]!)
    const addresses = [await proposeByKeys(firdaus)]
    for (const [payment, amount, way] of asked) {
      await open(firdaus, payment)
      addresses.push(await proposeRefund(firdaus, amount, way))
    }
    for (const [at, address] of addresses.entries()) {
      await goTo(sneha, address)
      await (at === 0 ? confirmByKeys(sneha) : decide(sneha, 'Confirm'))
      await expect(sneha.getByRole('button', { name: 'Reject' })).toHaveCount(0)
    }
    return addresses
  })

  await test.step('one transfers what goes back by hand, the other sees its proof', async () => {
    await goTo(firdaus, refunds.at(-1)!)
    await enterTransfer(firdaus, 'HDFCR52026111800000001')
    await sneha.reload()
    await decide(sneha, 'Confirm as done')
    await expect(sneha.getByText('Settled').first()).toBeVisible()
  })

  await test.step('what was too little goes on the oldest invoice, what was too much on account', async () => {
    await open(firdaus, short)
    await takenOf(firdaus).getByRole('button', { name: 'Apply to items' }).click()
    await firdaus.getByRole('dialog').getByRole('button', { name: 'Apply ₹ 1.00' }).click()
    await expect(firdaus.getByRole('dialog')).toHaveCount(0)
    await expect(takenOf(firdaus)).not.toContainText('To decide')
    await open(firdaus, over)
    await takenOf(firdaus).getByRole('button', { name: 'Keep on account' }).click()
    await firdaus.getByRole('dialog').getByRole('button', { name: 'Keep ₹ 19.50' }).click()
    await expect(firdaus.getByRole('dialog')).toHaveCount(0)
    await expect(takenOf(firdaus)).toContainText('Settles no invoice yet')
  })

  await test.step('two take note of the chargeback and of what the gateway gave back', async () => {
    for (const payment of [chargedBack, returned]) {
      await open(firdaus, payment)
      const address = (await takenOf(firdaus).getByRole('link', { name: /^PR/ }).getAttribute('href'))!
      await goTo(firdaus, address)
      await decide(firdaus, 'Take note')
      await goTo(sneha, address)
      await decide(sneha, 'Take note')
      await expect(sneha.getByRole('button', { name: 'Take note' })).toHaveCount(0)
    }
  })

  await test.step('the gateways have all refunds that they were asked for', async () => {
    await expect(async () => {
      const own = (await rowsOf<Refund>(firdaus, 'payment-refunds')).filter(({ id }) =>
        refunds.some(address => address.endsWith(`/${id}`)),
      )
      expect(own.map(({ status }) => status === 'ACCEPTED' || status === 'SETTLED')).toEqual(Array(6).fill(true))
    }).toPass()
  })

  await test.step('the files of the three gateways are taken in; that of BillDesk lacks a row', async () => {
    await takeSettlement(firdaus, 'CCAVENUE', await settlementOf('CCAVENUE'))
    await takeSettlement(firdaus, 'PAYU', await settlementOf('PAYU'))
    await takeSettlement(firdaus, 'BILLDESK', await settlementOf('BILLDESK', '5'))
  })

  await test.step('so is the statement of the bank, which kept a charge of one transfer', async () => {
    await goTo(firdaus, `${FOLDER}/bank-lines/import`)
    await upload(firdaus, 'statement.csv', await statementOf('PAYU', 5_90), 'HDFC1')
    await firdaus.getByRole('button', { name: /^Add \d/ }).click()
    await expect(firdaus.getByText('Imported.', { exact: true })).toBeVisible()
  })

  await test.step('BillDesk sends its file once more, whole: its transfer fits, and its difference closes', async () => {
    await takeSettlement(firdaus, 'BILLDESK', await settlementOf('BILLDESK'))
    await openRow(firdaus, 'payment-differences', utrOf('BILLDESK'))
    await expect(firdaus.getByText('The rows of the UTR are complete').first()).toBeVisible()
  })

  await test.step('the transfer that came short is confirmed, and its difference closed by two', async () => {
    await openRow(firdaus, 'bank-lines', utrOf('PAYU'))
    await decide(firdaus, 'Confirm transfer')
    await expect(firdaus.getByRole('button', { name: 'Confirm transfer' })).toHaveCount(0)
    await openRow(firdaus, 'payment-differences', utrOf('PAYU'))
    await decide(firdaus, 'Propose to close', { 'Why it may be closed': 'The bank kept ₹ 5.90 for the transfer' })
    await expect(firdaus.getByRole('button', { name: 'Keep open' })).toBeVisible()
    await openRow(sneha, 'payment-differences', utrOf('PAYU'))
    await decide(sneha, 'Confirm closing')
    await expect(sneha.getByRole('button', { name: 'Confirm closing' })).toHaveCount(0)
    await noteLook(sneha)
  })

  await test.step('what the file alone knew as paid has settled its invoice', async () => {
    await expect(async () => {
      await openRow(firdaus, 'payment-differences', utrOf('CCAVENUE'))
      await expect(firdaus.getByText(/^Settled by PT\d+, which was paid meanwhile$/).first()).toBeVisible({
        timeout: 500,
      })
    }).toPass()
    await open(firdaus, lateInFile)
    await expect(takenOf(firdaus)).toContainText('Paid, not yet booked')
  })

  await test.step('nothing is left unexplained', async () => {
    await expect(async () => {
      const { lists, totals } = await waitsFor(firdaus)
      const inBooks = ['payment-differences', 'money-to-decide', 'payment-tasks', 'payment-refunds', 'refunds-done']
      for (const name of [...inBooks, 'refunds-refused', 'refunds-to-note', 'payment-decisions'])
        expect([name, lists[name]]).toEqual([name, before.lists[name]])
      const { onAccount, ...others } = before.totals
      expect(totals).toEqual({ ...others, onAccount: onAccount! + 19_50 })
    }).toPass()
    const paid = new Set([...PAYU, ...CCAVENUE, ...BILLDESK].map(({ id }) => id))
    const captures = (await rowsOf<PaymentCapture>(firdaus, 'payment-captures')).filter(one =>
      paid.has(one.transactionId),
    )
    expect(captures).toHaveLength(100)
    expect(captures.filter(one => one.unresolvedAmount > 0)).toEqual([])
    const unsettled = captures.filter(({ settlementRef }) => settlementRef === null)
    expect(unsettled.map(({ transactionId, status }) => [transactionId, status])).toEqual([
      [returned.id, 'AUTO_REFUNDED'],
    ])
    const transfers = await rowsOf<PaymentTransfer>(firdaus, 'transfers')
    const own = transfers.filter(({ utr }) => gateways.some(name => utr === utrOf(name)))
    expect(own.map(({ bankState }) => bankState)).toEqual(['RECEIVED', 'RECEIVED', 'RECEIVED'])
    expect(await booksSay()).toBe('The books agree.')
  })

  await test.step('the totals of the day say so on the screen', async () => {
    const days = (await rowsOf<DailyTotal>(firdaus, 'daily-totals')).filter(({ paidOn }) => paidOn === today)
    expect(days).toHaveLength(3)
    expect(days.filter(day => day.settled !== day.succeeded || day.posted !== day.succeeded)).toEqual([])
    await goTo(firdaus, `${FOLDER}/daily-totals`)
    const row = firdaus.locator('.grid tbody tr[data-id]').filter({ hasText: 'BILLDESK1' }).first()
    await expect(row).toContainText(rupees(days.find(({ gateway }) => gateway === 'BILLDESK')!.settled))
    await noteLook(firdaus)
  })
})

const takenOf = (page: Page) => page.getByRole('region', { name: /^Received ₹/ }).first()

/** Proposes that money goes back, all of it without an amount; the address of the refund. */
async function proposeRefund(page: Page, amount: string | undefined, way: string): Promise<string> {
  await takenOf(page).getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(way).check()
  if (amount) await dialog.getByLabel('Amount').fill(amount)
  await dialog.getByLabel('Why').fill('The goods came back')
  await dialog.getByRole('button', { name: /^Propose ₹/ }).click()
  await expect(dialog).toHaveCount(0)
  return (await takenOf(page).getByRole('link', { name: /^PR/ }).getAttribute('href'))!
}

/** The same of the whole payment by the keyboard alone. */
async function proposeByKeys(page: Page): Promise<string> {
  await tabTo(page, takenOf(page).getByRole('button', { name: 'Refund' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await tabTo(page, dialog.getByLabel('Why'))
  await page.keyboard.type('The goods came back')
  await tabTo(page, dialog.getByRole('button', { name: /^Propose ₹/ }))
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  return (await takenOf(page).getByRole('link', { name: /^PR/ }).getAttribute('href'))!
}

async function confirmByKeys(page: Page) {
  await tabTo(page, page.getByRole('button', { name: 'Confirm', exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }))
  await page.keyboard.press('Enter')
}

/** Goes on by Tab until something has the focus. */
async function tabTo(page: Page, wanted: Locator) {
  await wanted.waitFor()
  for (let tabs = 0; tabs < 300; tabs++) {
    await page.keyboard.press('Tab')
    if (await wanted.evaluate(one => one === document.activeElement)) return
  }
  throw new Error('Tab does not come to it')
}

/** Takes in the settlement file of a gateway, which names its headings as the portal knows them. */
async function takeSettlement(page: Page, gateway: Gateway, file: string) {
  await goTo(page, `${FOLDER}/settlement-rows/import`)
  if (gateway === 'PAYU') {
    await page.getByLabel(/^Settled on/).fill(dayText(today))
    await page.keyboard.press('Enter')
  }
  await upload(page, `${gateway}.csv`, file, `${gateway}1`)
  await page.getByRole('button', { name: /^Add \d/ }).click()
  await expect(page.getByText('Imported.', { exact: true })).toBeVisible()
}

/** Chooses a file and its account, agrees to the headings, and has it checked. */
async function upload(page: Page, name: string, file: string, account: string) {
  await page.getByLabel(/account, where the file does not name it$/).click()
  await page.getByTitle(new RegExp(`^${account} · `)).click()
  await page.getByLabel(/^File/).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(file) })
  await page.getByRole('button', { name: 'Check the file' }).click()
  const agree = page.getByRole('button', { name: /^Check \d+ rows$/ })
  await expect(agree.or(page.getByText('Checked. Nothing is changed yet.'))).toBeVisible()
  if (await agree.isVisible()) await agree.click()
  await expect(page.getByText('Checked. Nothing is changed yet.')).toBeVisible()
}
