import type { Page, WebSocket } from '@playwright/test'
import { expect, goTo, noteLook, openPageAs, test } from '../../support/journey.ts'

/** The orders that wait for meena, read from the service that her screen uses. */
const waiting = async (page: Page) =>
  (await (await page.request.get('/api/approval-queue?step=MY_APPROVAL')).json()).data as {
    orderId: number
    orderNo: string
  }[]

test('a manager approves two orders on the phone at once, and the person who placed one sees it without reloading', async ({
  browser,
}) => {
  const phone = await openPageAs(browser, 'meena')
  await phone.setViewportSize({ width: 390, height: 844 })
  const [first, second] = await waiting(phone)
  const placer = await openPageAs(browser, 'asha')
  const sockets: WebSocket[] = []
  placer.on('websocket', socket => sockets.push(socket))
  await goTo(placer, `/orders/order-history/${first!.orderId}`)
  await expect(placer.locator('.record-say')).toContainText('Waiting for Meena Kulkarni (discount)')
  // The one of the previous page is closed by now.
  await expect.poll(() => sockets.some(socket => !socket.isClosed())).toBe(true)

  await goTo(phone, '/')
  await phone.getByRole('link', { name: /^\d+ My Approval/ }).click()
  const card = (orderNo: string) => phone.getByRole('listitem').filter({ hasText: orderNo })
  await expect(card(first!.orderNo)).toContainText('%')
  await expect(phone.getByRole('button', { name: 'Approve selected' })).toBeDisabled()
  await noteLook(phone)
  await card(second!.orderNo)
    .getByRole('button', { name: /^Review/ })
    .click()
  const drawer = phone.getByRole('dialog', { name: `Order ${second!.orderNo}` })
  await expect(drawer).toContainText('own limit of')
  await expect(drawer.getByRole('region', { name: 'Credit' })).toContainText('Credit limit')
  await noteLook(phone)
  await phone.keyboard.press('Escape')
  await expect(drawer).toBeHidden()

  for (const { orderNo } of [first!, second!]) await phone.getByLabel(`Select ${orderNo}`).check()
  await phone.getByRole('button', { name: 'Approve 2 orders' }).click()
  const asked = phone.getByRole('dialog', { name: 'Approve 2 orders?' })
  await asked.getByLabel('Remark, for all of them').fill('Agreed at the morning call')
  await noteLook(phone)
  await asked.getByRole('button', { name: 'Approve', exact: true }).press('Enter')
  const told = phone.getByRole('dialog', { name: '2 orders approved' })
  await expect(told.getByRole('listitem')).toHaveCount(2)
  await noteLook(phone)
  await told.getByRole('button', { name: 'Close', exact: true }).last().press('Enter')
  await expect(card(first!.orderNo)).toHaveCount(0)

  await expect(placer.locator('.record-say')).not.toContainText('(discount)')
  await expect(placer.getByRole('region', { name: 'Timeline' })).toContainText('Meena Kulkarni')
})
