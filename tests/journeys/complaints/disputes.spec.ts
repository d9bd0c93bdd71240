import type { Page } from '@playwright/test'
import type { disputableInvoices } from '../../../resources/complaints/dispute-commands.ts'
import type { AnswerOf } from '../../../resources/define/command.ts'
import { expect, goTo, noteLook, openPageAs, test } from '../../support/journey.ts'
import { filePortal } from '../../support/journeys/file-portal.ts'

/** Accounting posts a credit note in the simulated SAP. */
async function postInSap(page: Page, customer: string, reference: string, rupees: string) {
  const party = customer.padStart(10, '0')
  const data = {
    ...{ entitySet: 'A_BillingDocument', key: { BillingDocument: '9026009001' } },
    set: {
      ...{ SDDocumentCategory: 'O', BillingDocumentType: 'G2', BillingDocumentIsCancelled: false },
      ...{ DocumentReferenceID: reference, AccountingPostingStatus: 'C', TransactionCurrency: 'INR' },
      ...{ CompanyCode: '1000', SalesOrganization: '1000', SoldToParty: party, PayerParty: party },
      ...{ TotalGrossAmount: rupees, TotalNetAmount: rupees, TaxAmount: '0.00' },
    },
  }
  const answer = await page.request.post(`${filePortal().simulators}/sap/simulator/entity`, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
}

const PHONE = { width: 390, height: 844 }

test('a customer disputes an invoice on a phone, Finance accepts it with a second person, and closes it', async ({
  browser,
}) => {
  const buyer = await openPageAs(browser, 'customer')
  await buyer.setViewportSize(PHONE)
  const offered = await buyer.context().request.get('/api/disputable-invoices')
  const { invoices } = (await offered.json()) as AnswerOf<typeof disputableInvoices>
  const { id, invoiceNo } = invoices.find(({ balance, disputed }) => balance - disputed >= 60_000_00)!
  await goTo(buyer, '/complaints/ar-dispute')
  await buyer.getByRole('main').getByRole('link', { name: /^New / }).click()
  await buyer.getByRole('button', { name: 'Send dispute' }).click()
  await expect(buyer.getByRole('alert')).toContainText('Invoice is required')
  await noteLook(buyer)
  await buyer.getByRole('combobox', { name: 'Invoice' }).fill(invoiceNo)
  await buyer.getByTitle(new RegExp(`^${invoiceNo} of`)).click()
  await expect(buyer.getByText(/can be disputed$/)).toBeVisible()
  await buyer.getByRole('combobox', { name: 'What is disputed' }).click()
  await buyer.getByRole('option', { name: 'Duplicate billing' }).click()
  await buyer.getByLabel('Disputed amount').fill('60000')
  await buyer.getByLabel('Why').fill('The same goods stand on the invoice before')
  await buyer.getByLabel('Add photo or file').setInputFiles('admin/orders/pad/order-pad.png')
  await buyer.getByRole('button', { name: 'Send dispute' }).click()
  await expect(buyer.getByText(/^Dispute AD\d+$/)).toBeVisible()
  await expect(buyer.getByText('Received').first()).toBeVisible()
  await noteLook(buyer)
  const path = new URL(buyer.url()).pathname
  await goTo(buyer, '/transaction-view/payment-cart')
  await expect(buyer.getByText(/60,000.00 disputed: pay the rest/)).toBeVisible()

  const finance = await openPageAs(browser, 'finance')
  await goTo(finance, '/complaints/ar-dispute-modify?of=Without%20owner')
  await expect(finance.getByRole('heading', { level: 1, name: 'Disputes Without Owner' })).toBeVisible()
  await noteLook(finance)
  const number = (await (await finance.context().request.get(`/api${path.replace('/show', '')}`)).json()).disputeNo
  await finance.getByRole('checkbox', { name: new RegExp(number) }).check()
  await finance.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Take over' }).click()
  await finance.getByRole('dialog').getByRole('button', { name: 'Take over' }).click()
  await expect(finance.getByRole('dialog').getByText(`${number}: done`)).toBeVisible()
  await finance.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  // It has an owner now, and leaves the list by itself.
  await expect(finance.getByRole('checkbox', { name: new RegExp(number) })).toHaveCount(0)
  await goTo(finance, path)
  await finance.getByLabel('Note, @ names a colleague').fill('The third time this year')
  await finance.getByRole('button', { name: 'Add internal note' }).click()
  await expect(finance.getByText('The third time this year', { exact: true })).toBeVisible()
  await finance.getByRole('button', { name: 'Accept', exact: true }).click()
  const accept = finance.getByRole('form', { name: 'Accept' })
  await accept.getByLabel('Answer to the customer').fill('We billed it twice')
  await accept.getByRole('button', { name: 'Accept' }).click()
  await expect(finance.getByText(/another person, confirms the amount/)).toBeVisible()
  await noteLook(finance)
  await goTo(buyer, path)
  await expect(buyer.getByText('We are looking into it').first()).toBeVisible()
  await expect(buyer.getByText('We billed it twice')).toHaveCount(0)

  const manager = await openPageAs(browser, 'joseph')
  await goTo(manager, '/complaints/ar-dispute-modify?of=To%20confirm')
  await manager.getByRole('link', { name: number }).click()
  await manager.getByRole('button', { name: 'Confirm amount' }).click()
  await manager.getByRole('form').getByRole('button', { name: 'Confirm amount' }).click()
  await expect(manager.getByText('Accepted, credit note pending')).toBeVisible()

  await finance.reload()
  await finance.getByRole('button', { name: 'Enter credit note' }).click()
  await postInSap(finance, '100101', 'CRN26009001', '60000.00')
  await finance.getByRole('form').getByLabel('Credit note').fill('CRN26009001')
  await finance.getByRole('form').getByRole('button', { name: 'Enter credit note' }).click()
  await expect(finance.getByText('Credit note issued')).toBeVisible()
  await finance.getByRole('button', { name: 'Close', exact: true }).click()
  await finance.getByRole('form').getByRole('button', { name: 'Close' }).click()
  await expect(finance.getByText('Closed').first()).toBeVisible()

  await buyer.reload()
  await expect(buyer.getByText('Closed').first()).toBeVisible()
  await expect(buyer.getByText(/We billed it twice/)).toBeVisible()
  await expect(buyer.getByText(/The third time this year|Joseph|Firdaus/)).toHaveCount(0)
  const left = await buyer.context().request.get(`/api/disputable-invoices?invoiceId=${id}`)
  expect(((await left.json()) as AnswerOf<typeof disputableInvoices>).invoices[0]!.disputed).toBe(0)
  for (const page of [buyer, finance, manager]) await page.context().close()
})
