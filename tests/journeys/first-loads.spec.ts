import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, openPageAs, test } from '../support/journey.ts'

const first = [
  { page: 'the sign-in page', path: '/login', who: undefined, ready: 'form input', mostKb: 260 },
  { page: 'the first list', path: '/masters/products', who: 'master_admin', ready: '.grid td a', mostKb: 430 },
  {
    page: 'the order pad, choosing a customer',
    path: '/orders/default-employee',
    who: 'asha',
    ready: 'main input',
    mostKb: 400,
  },
  {
    page: 'the order pad, with its lines',
    path: '/orders/default-employee?customer=1',
    who: 'asha',
    ready: '.pad-table',
    mostKb: 487,
  },
]

/** A pointer that rests on a link asks for its screen: here it rests on none. */
async function restPointer(page: Page) {
  await page.goto('/api/nothing')
  await page.mouse.move(900, 700)
}

for (const { page: name, path, who, ready, mostKb } of first) {
  test(`${name} loads no more than ${mostKb} kB of scripts`, async ({ browser }) => {
    const page = await openPageAs(browser, who, { anew: true })
    await restPointer(page)
    const scripts: Promise<Buffer>[] = []
    let requests = 0
    page.on('request', () => requests++)
    page.on('response', response => {
      if (response.url().endsWith('.js')) scripts.push(response.body())
    })
    const socket = who ? page.waitForEvent('websocket') : undefined
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.locator(ready).first()).toBeVisible()
    // The pad asks for what it needs in more files than the list.
    if (!path.startsWith('/orders/default-employee')) expect(requests).toBeLessThanOrEqual(30)
    // The socket comes after the first paint, and counts too.
    await socket
    const kB = (await Promise.all(scripts)).reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1000
    expect(kB).toBeGreaterThan(100)
    expect(kB).toBeLessThanOrEqual(mostKb)
    await page.context().close()
  })
}

test('the pointer on a link loads its screen, and opening it loads no more scripts', async ({ browser }) => {
  const page = await openPageAs(browser, 'finance', { anew: true })
  const scripts: string[] = []
  page.on('request', request => {
    // The socket comes after the first paint, wherever one is by then.
    if (/\.js$/.test(request.url()) && !/\/live-/.test(request.url())) scripts.push(request.url())
  })
  await page.goto('/transaction-view/payment-tasks', { waitUntil: 'networkidle' })
  const link = page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: /^Orders/ })
  const before = scripts.length
  await link.hover()
  await expect.poll(() => scripts.length).toBeGreaterThan(before)
  await page.waitForLoadState('networkidle')
  const ahead = scripts.length
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order History')
  await page.waitForLoadState('networkidle')
  expect(scripts.slice(ahead)).toEqual([])
  await page.context().close()
})
