import { expect, type Locator, type Page, test } from '@playwright/test'
import { dayOf } from '../../resources/define/dates.ts'
import { dayText } from '../../resources/define/show.ts'
import { isAccessible } from '../support/journey.ts'

const today = dayText(dayOf(new Date().toISOString()))

async function signIn(page: Page, loginId: string) {
  await page.goto('/sign-out')
  await expect(page.getByLabel('Login ID')).toBeVisible()
  await page.getByLabel('Login ID').fill(loginId)
  await page.getByLabel('Password').fill('Demo@12345')
  await page.getByLabel('Password').press('Enter')
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
}

/** Goes on with Tab, as a person without a mouse does, until the control has the focus. */
async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press(key)
    if (await control.evaluate(element => element === document.activeElement)) return
  }
  throw new Error(`${control} cannot be reached with ${key}`)
}

test('an order of two lines is placed without a mouse, approved by the manager and confirmed by SAP', async ({
  page,
}) => {
  await signIn(page, 'asha')
  await page.goto('/orders/default-employee')
  await expect(page).toHaveTitle('Create / Edit')
  await expect(page.getByLabel('Customer code, name or GSTIN')).toBeFocused()
  await isAccessible(page)
  await page.keyboard.type('Sahyadri')
  await expect(page.locator('.customer-list li')).toHaveCount(1)
  await page.keyboard.press('Enter')

  const row = (no: number) => page.locator('.pad-line').nth(no - 1)
  await expect(page.getByText('You are ordering on behalf of Sahyadri Biologics')).toBeVisible()
  await expect(page.getByLabel('Product of row 1')).toBeFocused()
  await page.keyboard.type('ls-1001')
  await page.keyboard.press('Tab')
  await page.keyboard.type('20')
  await page.keyboard.press('Tab')
  await page.keyboard.type('4')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Product of row 2')).toBeFocused()
  await page.keyboard.type('agarose')
  await expect(page.getByRole('option').first()).toContainText('Agarose')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Quantity of row 2')).toBeFocused()
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Product of row 3')).toBeFocused()

  await expect(row(1)).toContainText('912.00')
  await expect(row(1)).toContainText('in all 8.80 %')
  await expect(row(1)).toContainText('List price')
  const approvals = page.getByRole('region', { name: 'Approvals' })
  await expect(approvals).toContainText('Your own discount limit: 5.00 %')
  await expect(approvals).toContainText(
    'Needs My approval: Discount of 8.80 % is 3.80 % above your own limit — Meena Kulkarni',
  )
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText('CGST')
  await isAccessible(page)

  const missing = page
    .getByRole('region', { name: /^To put right/ })
    .getByRole('button', { name: /PO number is missing/ })
  await tabTo(page, missing)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('PO number')).toBeFocused()
  await page.keyboard.type('PO/4711')
  await page.keyboard.press('Tab')
  await page.keyboard.type(today)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing is wrong with the order.')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Submit order' }))
  await page.keyboard.press('Enter')

  await expect(page.getByText('The order is placed under the number')).toBeVisible()
  await expect(page.getByText('It now waits for Meena Kulkarni')).toBeVisible()
  const orderNo = (await page.getByRole('heading', { level: 1 }).textContent())!.replace('Order ', '')
  expect(orderNo).toMatch(/^OR\d+$/)
  await isAccessible(page)

  await signIn(page, 'meena')
  await page.goto('/orders/pending-for-my-approval')
  await expect(page).toHaveTitle('Pending For My Approval')
  const waiting = page.getByRole('row', { name: new RegExp(orderNo) })
  await expect(waiting).toContainText('8.80 %')
  await expect(waiting).toContainText('Asha Patil')
  await isAccessible(page)
  await waiting.getByRole('button', { name: orderNo }).press('Enter')
  const drawer = page.getByRole('dialog', { name: `Order ${orderNo}` })
  await expect(drawer).toContainText('4.00 % by hand')
  await isAccessible(page)

  await drawer.getByRole('button', { name: 'Reject' }).press('Enter')
  const reject = page.getByRole('dialog', { name: `Reject ${orderNo}?` })
  await reject.getByRole('button', { name: 'Reject' }).press('Enter')
  await expect(reject).toContainText('Say why, in a few words')
  await isAccessible(page)
  await reject.getByRole('button', { name: 'Back', exact: true }).press('Enter')
  await expect(reject).toBeHidden()

  await drawer.getByRole('button', { name: 'Approve' }).press('Enter')
  await page
    .getByRole('dialog', { name: `Approve ${orderNo}?` })
    .getByRole('button', { name: 'Approve' })
    .press('Enter')
  await expect(waiting).toBeHidden()

  await page.goto('/orders/order-history')
  await expect(page).toHaveTitle('Order History')
  await page.getByLabel('Search').fill(orderNo)
  await expect(page).toHaveURL(new RegExp(`q=${orderNo}`))
  await expect(page.getByText('1 order', { exact: true })).toBeVisible()
  await isAccessible(page)
  await page.getByRole('link', { name: orderNo }).press('Enter')
  await expect(page).toHaveTitle(new RegExp(`^${orderNo} · Order`))
  await expect(page.locator('.order-status')).toContainText('Confirmed', { timeout: 30_000 })
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Confirmed by SAP')

  await page.getByRole('button', { name: 'Explain line 10' }).press('Enter')
  const why = page.getByRole('dialog', { name: /^Why\? Line 10/ })
  await expect(why).toContainText('in all 8.80 % below the list price')
  const won = why.locator('.rung.is-won').first()
  await expect(won).toContainText('Decided')
  await expect(won).toContainText('The list price of this channel is ₹ 1,000.00')
  await expect(won.getByRole('link', { name: /^List Prices, row \d+$/ })).toBeVisible()
  await isAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Explain My approval, level 1' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Why My approval?' })).toContainText(
    'Meena Kulkarni may approve 10.00 %',
  )
})

test('a list is pasted: what is clear stands on the order, the rest waits beside it and nothing is lost', async ({
  page,
}) => {
  await signIn(page, 'asha')
  await page.goto('/orders/default?customer=1')
  await expect(page.getByLabel('Product of row 1')).toBeFocused()
  await page.getByRole('button', { name: 'Paste a list' }).press('Enter')
  await page
    .getByRole('textbox', { name: /^Product code and quantity/ })
    .fill('LS-1001\t20\nLS-1002;5\nNOPE-9\t4\nplease also the usual\n')
  await page.getByRole('button', { name: 'Put on the order' }).press('Enter')
  await expect(page.getByLabel('Product of row 2')).toHaveValue('LS-1002')
  const tray = page.getByRole('region', { name: '2 pasted rows need a look' })
  await expect(tray).toContainText('NOPE-9 is not among the products this customer can order')
  await expect(tray).toContainText('please also the usual')
  await isAccessible(page)

  await page.getByRole('button', { name: 'Submit order' }).press('Enter')
  await expect(page.getByText('2 pasted rows are not on the order yet')).toBeVisible()
  const row = tray.getByRole('listitem').first()
  await row.getByLabel('Product code').fill('ls-1003')
  await row.getByRole('button', { name: 'Add' }).press('Enter')
  await expect(page.getByLabel('Product of row 3')).toHaveValue('LS-1003')
  await expect(page.getByLabel('Quantity of row 3')).toHaveValue('4')

  await page.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByRole('button', { name: 'Stay' }).press('Enter')
  await page.getByRole('button', { name: 'Discard «please also the usual»' }).press('Enter')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/^Draft DR\d+ is saved\.$/)).toBeVisible()
  await page.goto('/orders/order-history?drafts=mine')
  await page.getByRole('link', { name: /^DR/ }).first().press('Enter')
  await expect(page.getByLabel('Product of row 3')).toHaveValue('LS-1003')
  await expect(page.getByLabel('Product of row 4')).toHaveValue('')
})

test('a manager decides on a phone, and who places no orders is told so', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'meena')
  await page.goto('/orders/pending-for-my-approval')
  const card = page.locator('.row-card').first()
  const orderNo = (await card.getByRole('heading').textContent())!.split(' · ')[0]!
  await isAccessible(page)
  await card.getByRole('button').click()
  const drawer = page.getByRole('dialog', { name: `Order ${orderNo}` })
  await drawer.getByRole('button', { name: 'Send back' }).click()
  await page.getByLabel('Why?').fill('Please lower the discount to 5 %.')
  await page
    .getByRole('dialog', { name: `Send back ${orderNo}?` })
    .getByRole('button', { name: 'Send back' })
    .click()
  await expect(page.locator('.row-card', { hasText: orderNo })).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await signIn(page, 'finance')
  await page.goto('/orders/default')
  await expect(page).toHaveURL(/\/noaccess$/)
  await expect(
    page.getByText('«Create / Edit» needs the permission to create orders, which you do not have.'),
  ).toBeVisible()
})
