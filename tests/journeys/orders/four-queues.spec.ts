import type { Page } from '@playwright/test'
import { expect, goTo, noteLook, openPageAs, test } from '../../support/journey.ts'
import { orderNoOf } from '../../support/journeys/order-no.ts'
import { withinSeconds } from '../../support/limits.ts'

/** The deciders and their queues, in order. */
const deciders = [
  ['csc_agent', 'csc-approval', 'is checked'],
  ['ravi', 'limit-price-approval', 'below its limit price'],
  ['meena', 'my-approval', 'own limit of 5.00 %'],
  ['joseph', 'my-approval', 'own limit of 5.00 %'],
  ['cc1', 'limit-approval', 'is overdue by'],
] as const

async function approve(page: Page, queue: string, orderNo: string, why: string) {
  await goTo(page, `/orders/pending-for-${queue}`)
  const waiting = page.getByRole('row', { name: new RegExp(orderNo) })
  await waiting.getByRole('button', { name: orderNo }).click()
  const drawer = page.getByRole('dialog', { name: `Order ${orderNo}` })
  await expect(drawer).toContainText(why)
  await drawer.getByRole('button', { name: 'Approve' }).press('Enter')
  const asked = page.getByRole('dialog', { name: `Approve ${orderNo}?` })
  await asked.getByRole('button', { name: 'Approve' }).press('Enter')
  await expect(waiting).toBeHidden()
}

test('an employee’s order shows in advance whom it will wait for, passes four queues and five people, and reaches SAP', async ({
  browser,
}) => {
  const asha = await openPageAs(browser, 'asha')
  await goTo(asha, '/orders/default-employee')
  await asha.getByLabel('Customer code, name or GSTIN').fill('Vindhya')
  await expect(asha.locator('.customer-list li')).toHaveCount(1)
  await asha.keyboard.press('Enter')
  await asha.getByRole('button', { name: 'More', exact: true }).click()
  // The pad moves the focus to its first row as it opens, which closes a list that was opened faster.
  await expect(async () => {
    await asha.getByLabel('Order type').press('Enter')
    await asha.getByTitle(/^MPX/).last().click({ timeout: 2000 })
    await expect(asha.locator('.ant-select-selection-item', { hasText: /^MPX/ })).toBeVisible({ timeout: 2000 })
  }).toPass()
  await asha.getByLabel('Product of row 1').fill('LS-1001')
  await asha.getByLabel('Quantity of row 1').fill('20')
  await asha.getByLabel('Discount in percent of row 1').fill('9')
  await asha.getByLabel('PO number').fill('VST/2301')
  const approvals = asha.getByRole('region', { name: 'Approval', exact: true })
  for (const told of [
    'CSC check',
    'limit price approval',
    'discount approval',
    'credit limit approval',
    'Meena Kulkarni',
  ])
    await expect(approvals).toContainText(told)
  await expect(asha.getByText(/ ready to send$/)).toBeVisible()
  await noteLook(asha)
  await asha.getByRole('button', { name: /^Send (order|for approval)$/ }).click()
  await expect(asha.getByText('Order placed:')).toBeVisible()
  const orderNo = await orderNoOf(asha)

  for (const [login, queue, why] of deciders) {
    const page = await openPageAs(browser, login)
    await approve(page, queue, orderNo, why)
    await page.context().close()
  }
  await expect(asha.locator('.record-say')).toContainText('Confirmed', { timeout: withinSeconds(60) })
  for (const name of ['Farah Khan', 'Ravi Shetty', 'Meena Kulkarni', "Joseph D'Souza"])
    await expect(asha.getByRole('region', { name: 'Timeline' })).toContainText(name)
  await asha.context().close()
})
