import { expect, test } from '@playwright/test'
import { pageOf } from '../support/journey.ts'

const ATTACKS = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(2)</script>',
  'javascript:alert(3)',
  '{{constructor.constructor("alert(4)")()}}',
]

test('texts that look like markup are shown as texts on every page that shows them', async ({ browser }) => {
  const page = await pageOf(browser, 'master_admin')
  const faults: string[] = []
  page.on('dialog', async dialog => {
    faults.push(`dialog on ${page.url()}: ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on('pageerror', error => faults.push(`error on ${page.url()}: ${error.message}`))
  page.on('console', message => {
    if (/Content.Security.Policy|Refused to/i.test(message.text())) faults.push(`${page.url()}: ${message.text()}`)
  })
  const headers = { 'X-Requested-With': 'bilty' }
  const ids: number[] = []
  for (const [n, description] of ATTACKS.entries()) {
    const made = await page.request.post('/api/masters/nid', {
      headers,
      data: { code: `XSS${n}`, description, sbuId: 1 },
    })
    expect([made.status(), await made.text()]).toEqual([201, expect.stringContaining('XSS')])
    ids.push((await made.json()).id)
  }
  const attack = encodeURIComponent(ATTACKS[0]!)
  const paths = [
    '/masters/nid',
    `/masters/nid?q=${attack}`,
    ...ids.flatMap(id => [`/masters/nid/${id}`, `/masters/nid/${id}/edit`]),
    `/nowhere/${attack}`,
    `/masters/nid/${attack}`,
  ]
  for (const path of paths) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await expect(page.locator('body')).not.toBeEmpty()
  }
  await page.goto('/masters/nid')
  await expect(page.getByText(ATTACKS[1]!).first()).toBeVisible()
  expect(await page.locator('img[src="x"]').count()).toBe(0)
  expect(faults).toEqual([])
  await page.context().close()
})

test('nobody is led to another site after signing in', async ({ browser }) => {
  for (const next of [
    '//evil.example',
    'https:evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
  ]) {
    const page = await pageOf(browser)
    await page.goto(`/login?next=${encodeURIComponent(next)}`)
    await page.getByLabel('Login ID').fill('qa')
    await page.getByLabel('Password', { exact: true }).fill('Demo@12345')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
    expect(new URL(page.url()).host).toMatch(/^127\.0\.0\.1/)
    await page.context().close()
  }
})
