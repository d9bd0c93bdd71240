import { expect, test } from '@playwright/test'
import { openPageAs } from '../../support/journey.ts'

/** Settings as the administrator reads them. */
type Setting = { key: string; value: string }

test('the LR form stars what it demands, enters the freight of the lane, and takes its e-way hint from the settings', async ({
  browser,
}) => {
  const admin = await openPageAs(browser, 'sys_admin')
  const { data } = await (await admin.request.get('/api/settings/app-setting?$limit=200')).json()
  const settingOf = (key: string) => (data as Setting[]).find(setting => setting.key === key)!.value
  await admin.context().close()

  const desk = await openPageAs(browser, 'dispatch')
  await desk.goto('/dispatches/add-lr-details')
  const form = desk.getByRole('form', { name: 'Lorry receipt' })
  const groups = desk.getByRole('button', { name: /^Enter LR for/ })
  await expect(groups.first()).toBeVisible()
  // Only goods above the threshold need an e-way bill.
  for (let no = 0; no < (await groups.count()); no++) {
    await groups.nth(no).click()
    await expect(form.getByLabel('LR number')).toBeFocused()
    if ((await form.getByText('Over-dimensional cargo').count()) > 0) break
  }
  await expect(form).toContainText(
    `valid a day for every ${settingOf('eway.km_a_day_over_dimensional')} km instead of ${settingOf('eway.km_a_day')}`,
  )

  const carrier = form.getByRole('combobox', { name: /^Transporter/ })
  const says = form.getByText(/freight by the lane/)
  // A lane may have no freight of one carrier: the next one that carries the mode is chosen.
  for (let no = 0; no < 6 && (await says.count()) === 0; no++) {
    await carrier.click()
    await desk.locator('.ant-select-dropdown:visible .ant-select-item-option').nth(no).click()
  }
  await expect(says).toContainText('already entered')
  const freight = (await says.textContent())!.match(/₹ ([\d,.]+)/)![1]!
  await expect(form.getByLabel('Freight amount')).toHaveValue(freight)

  for (const box of await form.locator('input[type=text]:visible:not([role=combobox]):not([disabled])').all()) {
    await box.fill('')
    await desk.keyboard.press('Tab')
  }
  await form.getByRole('button', { name: 'Save LR' }).click()
  await expect(form.locator('.field-error').first()).toBeVisible()
  const rows = await form.locator('.form-row').evaluateAll(found =>
    found.map(row => ({
      label: row.querySelector('label')?.textContent ?? '',
      isStarred:
        row.querySelector('.required, .is-required') !== null ||
        (row.querySelector('label')?.textContent ?? '').includes('*'),
      isRefused: row.querySelector('.field-error') !== null,
    })),
  )
  expect(rows.filter(({ isRefused }) => isRefused).length).toBeGreaterThan(0)
  expect(rows.filter(({ isRefused, isStarred }) => isRefused && !isStarred)).toEqual([])
  await desk.context().close()
})
