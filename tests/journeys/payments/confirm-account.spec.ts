import { expect, goTo, noteLook, openPageAs, test, today } from '../../support/journey.ts'
import { OURS } from '../../support/payments/payer.ts'

test('what one person changes of a payment account counts once another one with another role confirms it', async ({
  browser,
}) => {
  const finance = await openPageAs(browser, 'finance')
  const { request } = finance.context()
  const data = { code: 'CONFIRMED1', gateway: 'MOCK', mode: 'TEST', companyCode: '1000', validFrom: today }
  const made = await request.post('/api/settings/payment-account', { data, ...OURS })
  expect(made.status(), await made.text()).toBe(201)
  const { id } = (await made.json()) as { id: number }
  const address = `/settings/payment-account/show/${id}`

  // Who entered it is not offered what they may not do.
  await goTo(finance, address)
  await expect(finance.getByText('Pending', { exact: true })).toBeVisible()
  await expect(finance.getByRole('link', { name: 'Edit' })).toBeVisible()
  await expect(finance.getByRole('button', { name: 'Confirm', exact: true })).toHaveCount(0)

  const admin = await openPageAs(browser, 'sys_admin')
  const confirm = async () => {
    await admin.getByRole('button', { name: 'Confirm', exact: true }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
    await expect(admin.getByText('Confirmed', { exact: true })).toBeVisible()
  }
  await goTo(admin, address)
  await confirm()

  await goTo(finance, `/settings/payment-account/edit/${id}`)
  await finance.getByLabel('Clearing G/L account').fill('113777')
  await finance.getByRole('button', { name: 'Propose changes' }).click()
  await expect(finance.getByRole('heading', { name: 'Proposed change' })).toBeVisible()
  await expect(
    finance.getByText(/^You propose this\. .* until another person with another role confirms/),
  ).toBeVisible()
  await expect(finance.getByRole('button', { name: 'Confirm', exact: true })).toHaveCount(0)
  await noteLook(finance)

  await goTo(admin, '/settings/payment-account')
  await goTo(admin, address)
  await expect(admin.getByRole('row', { name: 'Clearing G/L account Not set 113777' })).toBeVisible()
  await confirm()
  await expect(admin.getByRole('heading', { name: 'Proposed change' })).toHaveCount(0)
  await expect(admin.getByText('113777')).toBeVisible()
})
