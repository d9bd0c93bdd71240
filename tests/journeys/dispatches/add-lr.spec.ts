import type { Browser, Page } from '@playwright/test'
import { expect, goTo, openPageAs, test } from '../../support/journey.ts'

const headers = { 'X-Requested-With': 'bilty' }
type Found = { id: number; value: string }

test('the LR form stars what it demands, enters the freight of the lane, and takes its e-way hint from the settings', async ({
  browser,
}) => {
  const [admin, masters] = [await openPageAs(browser, 'sys_admin'), await openPageAs(browser, 'master_admin')]
  const change = async (page: Page, path: string, { id }: Found, data: object) => {
    const { rowVersion } = await (await page.request.get(`/api/${path}/${id}`)).json()
    const answer = await page.request.patch(`/api/${path}/${id}`, { data: { ...data, rowVersion }, headers })
    expect([answer.status(), await answer.text()]).toEqual([200, expect.any(String)])
  }
  const find = async (page: Page, path: string): Promise<Found> =>
    (await (await page.request.get(`/api/${path}`)).json()).data[0]
  const distance = await find(admin, 'settings/app-setting?key=eway.km_a_day')
  const state = await find(masters, 'masters/state?gstStateCode=27')
  // The goods that wait are worth less than the threshold of an e-way bill within the state.
  const within = `masters/e-way-threshold?stateId=${state.id}&movement=WITHIN_STATE`
  await change(masters, 'masters/e-way-threshold', await find(masters, within), { amount: 100_00 })
  await change(admin, 'settings/app-setting', distance, { value: '170' })
  try {
    await lookAtForm(browser, 'instead of 170')
  } finally {
    await change(admin, 'settings/app-setting', distance, { value: distance.value })
  }
  await admin.context().close()
  await masters.context().close()
})

async function lookAtForm(browser: Browser, hint: string) {
  const desk = await openPageAs(browser, 'dispatch')
  await goTo(desk, '/dispatches/add-lr-details')
  const form = desk.getByRole('form', { name: 'Lorry receipt' })
  await desk
    .getByRole('button', { name: /^Enter LR for/ })
    .first()
    .click()
  await expect(form.getByLabel('LR no')).toBeFocused()
  await expect(form).toContainText(hint)

  const transporter = form.getByRole('combobox', { name: /^Transporter/ })
  const says = form.getByText(/freight by the lane/)
  // A lane may have no freight of one transporter: the next one that carries the mode is chosen.
  for (let no = 0; no < 6 && (await says.count()) === 0; no++) {
    await transporter.click()
    await desk.locator('.ant-select-dropdown:visible .ant-select-item-option').nth(no).click()
  }
  await expect(says).toContainText('already entered')
  const freight = (await says.textContent())!.match(/₹ ([\d,]+\.\d\d)/)![1]!
  await expect(form.getByLabel('Freight amount')).toHaveValue(freight)

  for (const box of await form.locator('input[type=text]:visible:not([role=combobox]):not([disabled])').all()) {
    await box.fill('')
    await desk.keyboard.press('Tab')
  }
  await form.getByRole('button', { name: 'Save LR' }).click()
  await expect(form.locator('.field-error').first()).toBeVisible()
  const rows = await form.locator('.field').evaluateAll(fields =>
    fields.map(field => ({
      label: field.querySelector('.field-label')?.textContent ?? '',
      isStarred: field.querySelector('.required') !== null,
      isRefused: field.querySelector('.field-error') !== null,
    })),
  )
  expect(rows.filter(({ isRefused }) => isRefused).length).toBeGreaterThan(0)
  expect(rows.filter(({ isRefused, isStarred }) => isRefused && !isStarred)).toEqual([])
  expect(rows.find(({ label }) => label.startsWith('LR no'))).toMatchObject({ isStarred: true, isRefused: true })
  await desk.context().close()
}
