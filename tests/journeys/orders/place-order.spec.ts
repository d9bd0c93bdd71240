import type { Locator, Page } from '@playwright/test'

import { dayText } from '../../../resources/define/show.ts'
import { expect, goTo, noteLook, openPageAs, test, today } from '../../support/journey.ts'
import { orderNoOf } from '../../support/journeys/order-no.ts'
import { withinSeconds } from '../../support/limits.ts'
import { PASSWORD } from '../../support/password.ts'

const day = dayText(today)

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press(key)
    if (await control.evaluate(element => element === document.activeElement)) return
  }
  throw new Error(`${control} cannot be reached with ${key}`)
}

test('an order of two lines is placed without a mouse, approved by the manager and confirmed by SAP', async ({
  browser,
}) => {
  let page = await openPageAs(browser, 'asha')
  await goTo(page, '/orders/default-employee')
  await expect(page).toHaveTitle('Create / Edit')
  await expect(page.getByLabel('Customer code, name or GSTIN')).toBeFocused()
  await noteLook(page)
  await page.keyboard.type('Sahyadri')
  await expect(page.locator('.customer-list li')).toHaveCount(1)
  await page.keyboard.press('Enter')

  const row = (no: number) => page.locator('.pad-line').nth(no - 1)
  await expect(page.getByRole('button', { name: /^Sahyadri Biologics .*: change customer$/ })).toBeVisible()
  await expect(page.getByLabel('PO number')).toBeFocused()
  await expect(page.getByLabel('PO date')).toHaveValue(day)
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('PO date')).toBeFocused()
  await page.keyboard.press('Tab')
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
  await expect(row(1)).toContainText('your discount')
  await expect(page.getByText('3.8 % over your 5 %: Meena Kulkarni decides.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Take 5 % on row 1' })).toBeVisible()
  const approvals = page.getByRole('region', { name: 'Approval', exact: true })
  await expect(approvals).toContainText(
    "Meena Kulkarni, discount approval: 8.80 % discount on line 1 is 3.80 % over Asha Patil's own limit of 5.00 %.",
  )
  await expect(page.getByRole('region', { name: 'Total', exact: true })).toContainText('CGST')
  await noteLook(page)

  const missing = page.getByRole('button', { name: 'Enter the PO number' })
  await tabTo(page, missing)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('PO number')).toBeFocused()
  await page.keyboard.type('PO/4711')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Product of row 1')).toBeFocused()
  await expect(page.getByText(/ ready to send$/)).toBeVisible()
  await expect(page.getByText(/Unload at gate 2 only/)).toHaveCount(1)
  for (const height of await page.locator('.pad-line').evaluateAll(rows => rows.map(row => row.clientHeight)))
    expect(height).toBeLessThanOrEqual(34)
  await noteLook(page)
  await tabTo(page, page.getByRole('button', { name: /^Send (order|for approval)$/ }))
  await tabTo(page, page.getByLabel('Product of row 3'), 'Shift+Tab')
  await page.keyboard.press('Control+Enter')

  await expect(page.getByText('Order placed:')).toBeVisible()
  await expect(page.getByText('Waiting for Meena Kulkarni (discount)').first()).toBeVisible()
  const orderNo = await orderNoOf(page)
  expect(orderNo).toMatch(/^OR\d+$/)
  await noteLook(page)

  await page.context().close()
  page = await openPageAs(browser, 'meena')
  await goTo(page, '/orders/pending-for-my-approval')
  await expect(page).toHaveTitle('Pending For My Approval')
  const waiting = page.getByRole('row', { name: new RegExp(orderNo) })
  await expect(waiting).toContainText('8.80 %')
  await expect(waiting).toContainText('Asha Patil')
  await noteLook(page)
  await waiting.getByRole('button', { name: orderNo }).press('Enter')
  const drawer = page.getByRole('dialog', { name: `Order ${orderNo}` })
  await expect(drawer).toContainText('4.00 % by hand')
  await noteLook(page)

  await drawer.getByRole('button', { name: 'Reject' }).press('Enter')
  const reject = page.getByRole('dialog', { name: `Reject ${orderNo}?` })
  await reject.getByRole('button', { name: 'Reject' }).press('Enter')
  await expect(reject).toContainText('A reason is needed: choose one')
  await noteLook(page)
  await reject.getByRole('button', { name: 'Back', exact: true }).press('Enter')
  await expect(reject).toBeHidden()

  await drawer.getByRole('button', { name: 'Approve' }).press('Enter')
  await page
    .getByRole('dialog', { name: `Approve ${orderNo}?` })
    .getByRole('button', { name: 'Approve' })
    .press('Enter')
  await expect(waiting).toBeHidden()

  await goTo(page, '/orders/order-history')
  await expect(page).toHaveTitle('Order History')
  await page.getByLabel('Search').fill(orderNo)
  await expect(page).toHaveURL(new RegExp(`q=${orderNo}`))
  await expect(page.getByText('1 order', { exact: true })).toBeVisible()
  await noteLook(page)
  await page.getByRole('main').getByRole('link', { name: orderNo }).press('Enter')
  await expect(page).toHaveTitle(new RegExp(`^${orderNo} · Order`))
  await expect(page.locator('.record-say')).toContainText('Confirmed', { timeout: withinSeconds(60) })
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Confirmed by SAP')

  await page.getByRole('heading', { name: 'Why this price' }).click()
  await page.getByRole('button', { name: 'Explain line 10' }).press('Enter')
  const why = page.getByRole('dialog', { name: /^Why\? Line 10/ })
  await expect(why).toContainText('8.80 % below the list price in total')
  const won = why.locator('.rung.is-won').first()
  await expect(won).toContainText('Decided')
  await expect(won).toContainText('The list price of this channel is ₹ 1,000.00')
  await expect(won.getByRole('link', { name: /^List Prices, row \d+$/ })).toBeVisible()
  await noteLook(page)
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Approvals' }).click()
  await page.getByRole('button', { name: 'Explain Discount approval, level 1' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Why Discount approval?' })).toContainText(
    'Meena Kulkarni may approve 10.00 %',
  )
  await page.context().close()
})

test('a list is pasted: clear rows go on the order, the rest waits beside it and nothing is lost', async ({
  browser,
}) => {
  const page = await openPageAs(browser, 'asha')
  await goTo(page, '/orders/default?customer=1')
  await expect(page.getByLabel('PO number')).toBeFocused()
  await page.getByRole('button', { name: 'A sheet or a mail' }).press('Enter')
  const preview = page.getByRole('region', { name: 'How the list reads' })
  await page
    .getByRole('textbox', { name: /^Rows of a sheet/ })
    .fill('LS-1002;5\nLS-1001;2\nPhosphate buffered saline 10X;1')
  await expect(preview.getByRole('row', { name: /^3 / })).toContainText('Double: also in row 1')
  await page
    .getByRole('textbox', { name: /^Rows of a sheet/ })
    .fill('1) LS-1001 - 20 nos\nLS-1002;5\nNOPE-9\t4\nplease also the usual\nkind regards\nagarose x 2')
  await expect(preview.getByRole('row', { name: /LS-1001/ })).toContainText('20 pieces')
  await expect(preview.getByRole('row', { name: /NOPE-9/ })).toContainText('NOPE-9 is not available to this customer')
  await noteLook(page)
  await page.getByRole('button', { name: 'Put 6 rows on the order' }).press('Enter')
  await expect(page.getByLabel('Product of row 2')).toHaveValue('LS-1002')
  const tray = page.getByRole('region', { name: /pasted rows? needs? review/ })
  await expect(tray.getByRole('heading')).toHaveText(/4 pasted rows need review/)
  await expect(tray).toContainText('NOPE-9 is not available to this customer')
  await expect(tray).toContainText('please also the usual')
  await noteLook(page)

  await page.getByRole('button', { name: /^Send (order|for approval)$/ }).press('Enter')
  await expect(page.getByRole('button', { name: 'Review the pasted rows' })).toBeVisible()
  await tray.getByRole('button', { name: /^LS-1006 Agarose/ }).press('Enter')
  await expect(page.getByLabel('Product of row 3')).toHaveValue('LS-1006')
  await expect(page.getByLabel('Quantity of row 3')).toHaveValue('2')
  const row = tray.getByRole('listitem').first()
  await row.getByLabel('Product code').fill('ls-1003')
  // One row is removed while another one's code is looked up twice: only one line is added.
  await row.getByLabel('Product code').evaluate(box => {
    for (const stroke of ['keydown', 'keyup', 'keydown', 'keyup'])
      box.dispatchEvent(new KeyboardEvent(stroke, { key: 'Enter', bubbles: true }))
    const others = [...box.closest('ul')!.querySelectorAll('button')]
    others.find(button => button.textContent === 'Discard “kind regards”')!.click()
  })
  await expect(page.getByLabel('Product of row 4')).toHaveValue('LS-1003')
  await expect(page.getByLabel('Quantity of row 4')).toHaveValue('4')
  await expect(page.getByLabel('Product of row 5')).toHaveValue('')
  await expect(tray.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByText(/^Draft saved \d/)).toBeVisible()

  await page.getByRole('link', { name: /^My work/ }).click()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByRole('button', { name: 'Stay' }).press('Enter')
  await page.getByRole('button', { name: 'Discard “please also the usual”' }).press('Enter')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/^Draft DR\d+ is saved\.$/)).toBeVisible()
  await goTo(page, '/orders/order-history?drafts=mine')
  await page.getByRole('main').getByRole('link', { name: /^DR/ }).first().press('Enter')
  await expect(page.getByLabel('Product of row 4')).toHaveValue('LS-1003')
  await expect(page.getByLabel('Product of row 5')).toHaveValue('')
  await page.context().close()
})

test('a customer orders on a phone, adds the end-user document, and accepts the reduced quantity of an approver', async ({
  browser,
  request,
}) => {
  const page = await openPageAs(browser, 'customer')
  await page.setViewportSize({ width: 390, height: 844 })
  await goTo(page, '/create-orders')
  await page.getByLabel('Product of row 1').fill('LS-1402')
  await page.getByLabel('Quantity of row 1').fill('2')
  await page.getByLabel('Product of row 2').fill('tris ba')
  await page.getByRole('option', { name: /LS-1001/ }).click()
  await page.getByLabel('Quantity of row 2').fill('20')
  await page.getByLabel('Discount in percent of row 2').fill('4')
  await page.getByRole('button', { name: 'Give the end-user document of row 1' }).click()
  const drawer = page.getByRole('dialog', { name: /^Row 1 · LS-1402/ })
  await drawer.getByLabel(/^Document/).setInputFiles({
    name: 'declaration.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4 declaration'),
  })
  await expect(drawer.getByText('declaration.pdf')).toBeVisible()
  await drawer.getByLabel(/^Number on the document/).fill('EUD/26/1')
  await drawer.getByLabel(/^Issued on/).fill(day)
  await drawer.getByLabel(/^Issued on/).press('Enter')
  await drawer.getByLabel(/^What it is used for/).fill('Reference standard')
  await drawer.getByLabel(/^Permitted quantity/).fill('100')
  await noteLook(page)
  await drawer.getByRole('button', { name: 'Give the document' }).press('Enter')
  await expect(drawer).toContainText('given; it is looked at once the order is submitted')
  await page.keyboard.press('Escape')
  await page.getByLabel('PO number').fill('PO/4712')
  await expect(page.getByLabel('PO date')).toHaveValue(day)
  await expect(page.getByText(/ ready to send$/)).toBeVisible()
  await expect(page.getByText(/^Draft saved \d/)).toBeVisible()
  await noteLook(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: /^Send (order|for approval)$/ }).click()
  await expect(page.getByText('Order placed:')).toBeVisible()
  const orderNo = await orderNoOf(page)

  // Other journeys cover the screens of the deciders.
  const orderId = Number(new URL(page.url()).pathname.split('/').at(-1))
  const taken = async (loginId: string, step: object) => {
    const signed = await request.post('/api/authentication', {
      headers: { 'x-requested-with': 'bilty' },
      data: { strategy: 'local', loginId, password: PASSWORD },
    })
    const { accessToken } = await signed.json()
    const headers = { authorization: `Bearer ${accessToken}`, 'idempotency-key': `journey-${loginId}-${Date.now()}` }
    const answer = await request.post('/api/order-steps', { headers, data: { orderId, ...step } })
    expect([answer.status(), await answer.text()]).toEqual([201, expect.any(String)])
  }
  await taken('eud_approver', { step: 'approve' })
  await taken('meena', { step: 'changeLine', remark: 'Half of it', lines: [{ lineNo: 20, qty: 10_000 }] })
  await taken('meena', { step: 'approve' })

  await goTo(page, '/orders/pending-for-my-acceptance')
  const card = page.locator('.row-card', { hasText: orderNo })
  await card.getByRole('button', { name: new RegExp(orderNo) }).click()
  await page
    .getByRole('dialog', { name: `Order ${orderNo}` })
    .getByRole('button', { name: 'Accept' })
    .press('Enter')
  await page
    .getByRole('dialog', { name: `Accept ${orderNo}?` })
    .getByRole('button', { name: 'Accept' })
    .press('Enter')
  await expect(card).toBeHidden()
  await page.context().close()
})

test('a manager decides on a phone, and a person who places no orders gets a message', { tag: '@proof' }, async ({
  browser,
}) => {
  const page = await openPageAs(browser, 'meena')
  await page.setViewportSize({ width: 390, height: 844 })
  await goTo(page, '/orders/pending-for-my-approval')
  const card = page.locator('.row-card').first()
  const orderNo = (await card.getByRole('heading').textContent())!.split(' · ')[0]!
  await noteLook(page)
  await card.getByRole('button').click()
  const drawer = page.getByRole('dialog', { name: `Order ${orderNo}` })
  await drawer.getByRole('button', { name: 'Send back' }).press('Enter')
  await page.getByLabel('Remark').fill('Please lower the discount to 5 %.')
  await page
    .getByRole('dialog', { name: `Send back ${orderNo}?` })
    .getByRole('button', { name: 'Send back' })
    .press('Enter')
  await expect(page.locator('.row-card', { hasText: orderNo })).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  const other = await openPageAs(browser, 'finance')
  await goTo(other, '/orders/default')
  await expect(other).toHaveURL(/\/noaccess$/)
  await expect(
    other.getByText('“Create / Edit” needs the permission to create orders, which you do not have.'),
  ).toBeVisible()
  for (const each of [page, other]) await each.context().close()
})
