import { expect, goTo, noteLook, openPageAs, test } from '../../support/journey.ts'

test('a rule gap links to the prefilled form that closes it, and is gone once the form is saved', async ({
  browser,
}) => {
  const page = await openPageAs(browser, 'master_admin')
  await goTo(page, '/orders/holes')
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText(/\d+ missing rules found/)).toBeVisible()
  await page.context().close()

  // People who enter list prices read the gaps and may check one again.
  const admin = await openPageAs(browser, 'sys_admin')
  await goTo(admin, '/orders/holes')
  await admin
    .getByRole('main')
    .getByRole('link', { name: /^LS-1202 .* has no price in channel 12/ })
    .click()
  await expect(admin.getByRole('heading', { name: 'Add rule' })).toBeVisible()
  await noteLook(admin)
  const hole = new URL(admin.url()).pathname
  await admin.getByRole('link', { name: 'Enter a list price' }).click()
  const form = admin.getByRole('form', { name: 'List Prices' })
  await expect(form.getByText(/^LS-1202/)).toBeVisible()
  await expect(form.getByText(/^12 ·/)).toBeVisible()
  // Discarding leads back to the gap.
  await form.getByRole('button', { name: 'Discard' }).click()
  await expect(admin).toHaveURL(new RegExp(`${hole}$`))
  await admin.getByRole('link', { name: 'Enter a list price' }).click()
  await form.getByRole('textbox', { name: 'List price' }).fill('1000')
  await admin.keyboard.press('Control+s')
  await expect(admin.getByText('The missing rule is added.')).toBeVisible()
  await expect(admin).toHaveURL(/\/orders\/holes$/)
  await expect(admin.getByRole('main').getByRole('link', { name: /^LS-1202 .* channel 11/ })).toBeVisible()
  await expect(admin.getByRole('main').getByRole('link', { name: /^LS-1202 .* channel 12/ })).toHaveCount(0)
  await admin.context().close()
})
