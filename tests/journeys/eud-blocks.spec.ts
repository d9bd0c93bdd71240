import { expect, test } from '@playwright/test'
import { expectAccessible, openPageAs } from '../support/journey.ts'

const PHONE = { width: 390, height: 844 }
const paper = { name: 'registration.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 registration') }

test('a regulatory officer blocks a customer, who is led from the order pad to the block, sends a renewed document and is released', async ({
  browser,
}) => {
  const officer = await openPageAs(browser, 'eud_approver')
  await officer.goto('/complaints/eud-block')
  await expect(officer.getByRole('link', { name: 'Edit' })).toHaveCount(0)
  await officer.getByRole('button', { name: 'Block a customer' }).click()
  const form = officer.getByRole('dialog', { name: 'Block a customer' })
  await form.getByLabel(/^Customer/).fill('100101')
  await officer.getByRole('option', { name: /^100101/ }).click()
  await form.getByLabel(/^Product/).fill('LS-1402')
  await officer.getByRole('option', { name: /^LS-1402/ }).click()
  await form.getByLabel(/^Reason/).click()
  await officer.getByRole('option', { name: 'Qty exceeded' }).click()
  await form.getByLabel(/^Why/).fill('The register shows more')
  await expectAccessible(officer)
  await form.getByRole('button', { name: 'Block a customer' }).click()
  await expect(officer.getByText(/^EB\d{10} blocks them from now on/)).toBeVisible()

  const buyer = await openPageAs(browser, 'customer')
  await buyer.setViewportSize(PHONE)
  await buyer.goto('/create-orders')
  await buyer.getByLabel('Product of row 1').fill('LS-1402')
  await buyer.getByLabel('Quantity of row 1').fill('2')
  await expect(buyer.getByRole('link', { name: 'Request release' })).toBeVisible()
  await buyer.keyboard.press('Tab')
  await expect(buyer.getByText(/^Saved at /)).toBeVisible()
  await buyer.getByRole('link', { name: 'Request release' }).press('Enter')
  await expect(buyer.getByRole('heading', { level: 1, name: /^EB\d{10}$/ })).toBeVisible()
  const address = new URL(buyer.url()).pathname
  await expect(buyer.getByText('The register shows more')).toHaveCount(0)
  await buyer.getByRole('button', { name: 'Send a renewed document' }).click()
  const sending = buyer.getByRole('dialog', { name: 'Send a renewed document' })
  await sending.getByLabel(/^Document type/).click()
  await buyer.getByRole('option', { name: 'NDPS registration' }).click()
  await sending.getByLabel(/^Reference/).fill('NCB/26/77')
  await sending.getByLabel(/^End use/).fill('Reference standard')
  await sending.getByLabel(/^Issued/).fill('01-11-2026')
  await sending.getByLabel(/^Issued/).press('Enter')
  await sending.getByLabel(/^Permitted quantity/).fill('100')
  await sending.getByLabel(/^File/).setInputFiles(paper)
  await expect(sending.getByText('registration.pdf')).toBeVisible()
  await expectAccessible(buyer)
  expect(await buyer.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await sending.getByRole('button', { name: 'Send a renewed document' }).click()
  await expect(buyer.getByText('Release requested').first()).toBeVisible()

  await officer.goto(address)
  await expect(officer.getByRole('button', { name: 'Send a renewed document' })).toHaveCount(0)
  await officer.getByRole('button', { name: 'Deny release' }).click()
  const denial = officer.getByRole('dialog', { name: 'Deny release' })
  await denial.getByLabel(/^Answer to the customer/).fill('The stamp is missing')
  await denial.getByRole('button', { name: 'Deny release' }).click()
  await expect(officer.getByText('Release denied').first()).toBeVisible()

  await buyer.reload()
  await expect(buyer.getByText('The stamp is missing')).toBeVisible()
  await expect(buyer.getByRole('button', { name: 'Send a renewed document' })).toBeVisible()

  await officer.getByRole('button', { name: 'Release', exact: true }).click()
  const release = officer.getByRole('dialog', { name: 'Release' })
  await release.getByRole('button', { name: 'Release', exact: true }).click()
  await expect(officer.getByText('Released').first()).toBeVisible()
  for (const page of [buyer, officer]) await page.context().close()
})
