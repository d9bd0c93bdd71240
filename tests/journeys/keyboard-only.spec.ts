import type { Browser, Locator, Page } from '@playwright/test'
import { expect, goTo, homeHeading, openPageAs, test } from '../support/journey.ts'
import { withinSeconds } from '../support/limits.ts'
import { submitLike } from '../support/orders/submit-like.ts'

// The daily work of three desks without a mouse, light and dark: every stop of the Tab key shows that it has the focus.

async function openHome(browser: Browser, loginId: string, colorScheme: 'light' | 'dark'): Promise<Page> {
  const page = await openPageAs(browser, loginId)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await goTo(page, '/')
  await expect(homeHeading(page)).toBeVisible()
  return page
}

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < 80; stops++) {
    await page.keyboard.press('Tab')
    await page.waitForFunction(showsFocus, undefined, { timeout: 3000 }).catch(async () => {
      const stop = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))
      throw new Error(`The focus is not seen on ${stop}`)
    })
    if (await target.evaluate(element => element === document.activeElement)) return
  }
  throw new Error('The Tab key does not lead there')
}

/** Runs in the browser: whether what has the focus, or the box around it, has a ring. */
function showsFocus(): boolean {
  const focused = document.activeElement
  // The ends of a dialog, which lead the Tab key back into it, have no size.
  if (!focused || focused.getBoundingClientRect().height < 2) return true
  const solid = (colour: string) => !/, 0(\.\d+)?\)/.test(colour)
  for (let element: Element | null = focused, up = 0; element && up < 4; element = element.parentElement, up++) {
    for (const shown of [element, element.nextElementSibling].filter(one => one !== null)) {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(shown)
      if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && solid(outlineColor)) return true
      if (up > 0 && boxShadow !== 'none' && /0px 0px 0px 2px/.test(boxShadow) && solid(boxShadow)) return true
      if (shown === focused && /0px 0px 0px 2px/.test(boxShadow) && solid(boxShadow)) return true
    }
  }
  return false
}

test('a sales representative places an order with a discount by keys alone', { tag: '@proof' }, async ({ browser }) => {
  const page = await openHome(browser, 'asha', 'light')
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'New order' }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Customer code, name or GSTIN')).toBeFocused()
  await page.keyboard.type('100101')
  await expect(page.locator('.customer-list li')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('PO number')).toBeFocused()
  await page.keyboard.type(`KEYS-${Date.now() % 100_000}`)
  await tabTo(page, page.getByLabel('Product of row 1', { exact: true }))
  await page.keyboard.type('LS-1001')
  await tabTo(page, page.getByLabel('Quantity of row 1', { exact: true }))
  await page.keyboard.type('20')
  await tabTo(page, page.getByLabel('Discount in percent of row 1'))
  await page.keyboard.type('4')
  await tabTo(page, page.getByRole('button', { name: /^Send (order|for approval)$/ }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Order placed:')).toBeVisible()
  // The pad is gone: the keys go on at the page of the order.
  await expect(page.getByRole('main')).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: /^PDF/ }).or(page.getByRole('link', { name: /^PDF/ })))
  await page.context().close()
})

test('an approver decides an order by keys alone, in the dark, and goes on with the next', async ({ browser }) => {
  const page = await openHome(browser, 'meena', 'dark')
  await tabTo(
    page,
    page
      .getByRole('main')
      .getByRole('link', { name: /My Approval/ })
      .first(),
  )
  await page.keyboard.press('Enter')
  const orders = page.locator('.queue-table .cell-link')
  await tabTo(page, orders.first())
  const orderNo = await orders.first().textContent()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: `Order ${orderNo}` })
  await tabTo(page, drawer.getByRole('button', { name: 'Approve', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Remark')).toBeFocused()
  await tabTo(page, page.getByRole('dialog').last().getByRole('button', { name: 'Approve', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: orderNo!, exact: true })).toHaveCount(0)
  await expect(orders.first()).toBeFocused()
  await page.context().close()
})

test('the dispatch desk books an LR by keys alone, in the dark', async ({ browser }) => {
  const orderNo = await orderWithoutDiscount(browser)
  const page = await openHome(browser, 'dispatch', 'dark')
  const billed = async () => (await page.request.get('/api/invoices?$sort[id]=-1')).text()
  await expect.poll(billed, { timeout: withinSeconds(60) }).toContain(orderNo)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search screens, actions and records' })).toBeFocused()
  await page.keyboard.type('add lr')
  await expect(page.getByRole('option', { selected: true })).toContainText('Add LR')
  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: 'Lorry receipt' })
  await tabTo(page, page.getByRole('checkbox', { name: new RegExp(orderNo) }))
  await page.keyboard.press('Space')
  await expect(form.getByLabel('LR no')).toBeVisible()
  await page.keyboard.press('Alt+l')
  await expect(form.getByLabel('LR no')).toBeFocused()
  await page.keyboard.type(`KEYS-${Date.now() % 100_000}`)
  await tabTo(page, form.getByRole('button', { name: 'Save LR' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Tracking number', { exact: false }).first()).toBeVisible()
  await expect(page.locator('body')).not.toBeFocused()
  await page.context().close()
})

/** Submits an order that nobody has to approve, so that SAP bills it soon; its number. */
async function orderWithoutDiscount(browser: Browser): Promise<string> {
  const asha = await openPageAs(browser, 'asha')
  const { data } = await (await asha.request.get('/api/orders?$sort[id]=-1&$limit=1')).json()
  const orderNo = await submitLike(asha.request, data[0].id, 0)
  await asha.context().close()
  return orderNo
}
