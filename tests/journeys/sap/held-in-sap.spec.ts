import type { Browser, Page } from '@playwright/test'
import { expect, goTo, noteLook, openPageAs, test } from '../../support/journey.ts'
import { filePortal } from '../../support/journeys/file-portal.ts'

interface Held {
  id: number
  orderNo: string
  sapOrderNo: string
}

test('an order that SAP holds says so to our people and its buyer until it is released', async ({ browser }) => {
  const csc = await openPageAs(browser, 'csc_agent')
  const order = await test.step('the CSC agent finds a confirmed order', () => confirmedOrder(browser, csc))
  await test.step('somebody in SAP stops it for a credit check, and the agent asks SAP', async () => {
    await hold(csc, order, 'B')
    await askSap(csc, order)
  })
  await test.step('the page, its section, the list and the queue say why', async () => {
    await expect(csc.locator('main')).toContainText('Held in SAP: credit check')
    await expect(csc.getByLabel('Holds in SAP')).toContainText('credit check')
    await noteLook(csc)
    await goTo(csc, '/orders/order-history?status=HELD')
    const row = csc.getByRole('row').filter({ hasText: order.orderNo })
    await expect(row).toContainText('Held in SAP: credit check')
    await noteLook(csc)
    await goTo(csc, '/orders/held-in-sap')
    await expect(csc.getByRole('row').filter({ hasText: 'credit check' })).toHaveCount(1)
    await noteLook(csc)
  })
  const buyer = await openPageAs(browser, 'customer')
  await test.step('its buyer reads that it is being checked, and no word of SAP', async () => {
    await goTo(buyer, `/orders/order-history/${order.id}`)
    await expect(buyer.locator('main')).toContainText('Being checked')
    await expect(buyer.locator('main')).not.toContainText(/Held|credit check/)
    await noteLook(buyer)
    await goTo(buyer, '/orders/order-history?status=HELD')
    await expect(buyer.getByRole('row').filter({ hasText: order.orderNo })).toContainText('Being checked')
  })
  await test.step('once it is released there, nothing of it is left', async () => {
    await hold(csc, order, '')
    await askSap(csc, order)
    await expect(csc.locator('main')).not.toContainText('Held in SAP: credit check')
    await expect(csc.locator('main')).toContainText('Confirmed')
    await goTo(csc, '/orders/order-history?status=HELD')
    await expect(csc.getByText('credit check')).toHaveCount(0)
    await goTo(buyer, `/orders/order-history/${order.id}`)
    await expect(buyer.locator('main')).toContainText('Confirmed')
    await expect(buyer.locator('h1 ~ *').first()).not.toContainText('Being checked')
  })
})

/** An order that the agent and its buyer both read, and SAP has. */
async function confirmedOrder(browser: Browser, csc: Page): Promise<Held> {
  const buyer = await openPageAs(browser, 'customer')
  const ids = async (page: Page): Promise<Held[]> => {
    const answer = await page.request.get('/api/orders?status=CONFIRMED&$limit=200&$sort[id]=-1')
    return (await answer.json()).data
  }
  const own = new Set((await ids(buyer)).map(({ id }) => id))
  const found = (await ids(csc)).find(({ id, sapOrderNo }) => own.has(id) && sapOrderNo)
  expect(found, 'a confirmed order of the customer').toBeDefined()
  return found!
}

async function hold(page: Page, { sapOrderNo: salesOrder }: Held, code: string) {
  const data = { command: 'hold', salesOrder, by: 'credit', code }
  const answer = await page.request.post(`${filePortal().simulators}/sap/simulator/documents`, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
}

async function askSap(page: Page, { id, orderNo }: Held) {
  await goTo(page, `/orders/order-history/${id}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: /^Ask SAP now/ }).click()
  await expect(page.getByText(new RegExp(`^${orderNo}: `))).toBeVisible()
}
