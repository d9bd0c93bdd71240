import type { Browser, Locator } from '@playwright/test'
import { expect, goTo, noteLook, openPageAs, test } from '../support/journey.ts'

// Drawers and dialogs move here, as they do for most people.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Opens something by a key and takes it back before it can have moved. */
async function openAndLeave(opener: Locator, key = 'Enter') {
  await opener.focus()
  await opener.press(key)
  await opener.page().keyboard.press('Escape')
  await expectLeft(opener)
}

/** Nothing is open, nothing comes later, and the keys go on where they were. */
async function expectLeft(opener: Locator) {
  const page = opener.page()
  await expect(opener).toBeFocused()
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(opener).toBeFocused()
}

/** The first time its code is loaded, later it is there at once; then it is opened and closed as others do. */
async function isForQuickPeople(opener: Locator, key?: string) {
  for (let time = 0; time < 3; time++) await openAndLeave(opener, key)
  const dialog = opener.page().getByRole('dialog')
  await opener.press(key ?? 'Enter')
  await expect(dialog).toBeVisible()
  await expect.poll(() => focusIsIn(dialog)).toBe(true)
  await opener.page().keyboard.press('Escape')
  await expectLeft(opener)
}

const focusIsIn = (dialog: Locator) =>
  dialog.evaluate(element =>
    Boolean((element.closest('.ant-drawer') ?? element.parentElement)?.contains(document.activeElement)),
  )

async function openAs(browser: Browser, loginId: string, path: string) {
  const page = await openPageAs(browser, loginId)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return page
}

test('Escape right after the bell, the appearance or the columns were opened takes them back', async ({ browser }) => {
  const page = await openAs(browser, 'master_admin', '/masters/products')
  await isForQuickPeople(page.getByRole('button', { name: /^Notifications/ }))
  await isForQuickPeople(page.getByRole('button', { name: 'Appearance' }))
  const columns = page.getByRole('button', { name: 'Columns' })
  await isForQuickPeople(columns)
  await columns.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Find a column' })).toBeFocused()
  await noteLook(page)
  await page.context().close()
})

test('Escape right after the dialog of an action was opened takes it back', { tag: '@proof' }, async ({ browser }) => {
  const page = await openAs(browser, 'meena', '/orders/pending-for-my-approval')
  const order = page.locator('.queue-table .cell-link').first()
  await isForQuickPeople(order)

  await order.press('Enter')
  const drawer = page.getByRole('dialog', { name: /^Order OR/ })
  const reject = drawer.getByRole('button', { name: 'Reject' })
  for (let time = 0; time < 2; time++) {
    await reject.press('Enter')
    await page.keyboard.press('Escape')
    await expect(reject).toBeFocused()
    await expect(page.getByRole('dialog', { name: /^Reject OR/ })).toBeHidden()
    await expect(drawer).toBeVisible()
  }
  await reject.press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expectLeft(order)
  await page.context().close()
})

test('Escape right after an explanation was opened takes it back', { tag: '@proof' }, async ({ browser }) => {
  const page = await openAs(browser, 'asha', '/orders/simulate')
  await page.getByLabel('Customer code, name or GSTIN').fill('Sahyadri')
  await expect(page.locator('.customer-list li')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.getByLabel('Product of line 1').fill('LS-1001')
  await page.getByTitle(/^LS-1001 ·/).click()
  await page.getByLabel('Quantity of line 1').fill('100')
  await page.keyboard.press('Enter')
  const explain = page.getByRole('button', { name: /^Explain LS-1001/ }).first()
  await isForQuickPeople(explain)
  await page.context().close()
})

test('Escape takes back what is opened on the order pad, moving or with its code still on the way', async ({
  browser,
}) => {
  const page = await openAs(browser, 'asha', '/orders/default-employee?customer=1')
  await page.getByRole('button', { name: /^Bought often/ }).click()
  await page.getByRole('button', { name: /^LS-1001/ }).click()
  await expect(page.getByRole('button', { name: 'Enter the PO number' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  // The code of what is opened comes only once Escape was pressed.
  let send = () => {}
  const escaped = new Promise<void>(resolve => {
    send = resolve
  })
  await page.route('**/*.js', async route => {
    await escaped
    await route.continue()
  })
  const openers = [
    page.getByRole('button', { name: 'Take lines from an order or a list' }),
    page.getByRole('button', { name: 'Paste a sheet or a mail' }),
    page.getByRole('button', { name: /^Search or go to/ }),
  ]
  for (const opener of openers) await openAndLeave(opener)
  send()
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('dialog')).toBeHidden()
  for (const opener of openers) await isForQuickPeople(opener)
  await page.context().close()
})

test('a screen that is opened again at once shows what somebody else changed meanwhile', async ({ browser }) => {
  const page = await openAs(browser, 'master_admin', '/masters/transporter?q=VAYUAIR')
  const row = page.getByRole('row', { name: /VAYUAIR/ })
  await expect(row).toBeVisible()
  await goTo(page, '/masters/products')
  const answer = await page.request.get('/api/masters/transporter?code=VAYUAIR')
  const { id, rowVersion } = (await answer.json()).data[0]
  const headers = { 'X-Requested-With': 'bilty' }
  const data = { rowVersion, mobile: '9000055555' }
  const saved = await page.request.patch(`/api/masters/transporter/${id}`, { data, headers })
  expect(saved.status()).toBe(200)
  await goTo(page, '/masters/transporter?q=VAYUAIR')
  await expect(row).toContainText('9000055555')
  await page.context().close()
})
