import type { Page } from '@playwright/test'
import { expect, goTo, openPageAs, test } from '../support/journey.ts'

const headers = { 'X-Requested-With': 'bilty' }

/** Loads a page and waits until it hears of changes: its socket opens once the page has nothing else to do. */
async function listenAt(page: Page, path: string) {
  const admitted = ({ payload }: { payload: string | Buffer }) => String(payload).startsWith('40')
  const heard = page.waitForEvent('websocket').then(socket => socket.waitForEvent('framereceived', admitted))
  await page.goto(path)
  await heard
}

test('a list and an open row show what somebody else saves, while nobody touches the screen', async ({ browser }) => {
  const keeper = await openPageAs(browser, 'master_admin')
  const code = `V${Date.now().toString(36).slice(-2).toUpperCase()}`
  const made = await keeper.request.post('/api/masters/mvgr', {
    data: { groupNo: '5', code, description: 'Group before' },
    headers,
  })
  expect(made.status()).toBe(201)
  const { id } = await made.json()
  await listenAt(keeper, `/masters/mvgr?f.code=starts.${code}`)
  const row = keeper.getByRole('row', { name: new RegExp(code) })
  await expect(row).toContainText('Group before')

  const other = await openPageAs(browser, 'master_admin')
  await listenAt(other, `/masters/mvgr/show/${id}`)
  await expect(other.getByText('Group before').first()).toBeVisible()

  const change = async (description: string, rowVersion: number) => {
    const saved = await keeper.request.patch(`/api/masters/mvgr/${id}`, { data: { description, rowVersion }, headers })
    expect(saved.status()).toBe(200)
  }
  await change('Group after', 1)
  await expect(row).toContainText('Group after')
  await expect(other.getByText('Group after').first()).toBeVisible()

  await goTo(other, `/masters/mvgr/edit/${id}`)
  const box = other.getByRole('textbox', { name: 'Description' })
  await box.fill('Typed meanwhile')
  await change('Group once more', 2)
  await expect(row).toContainText('Group once more')
  await expect(box).toHaveValue('Typed meanwhile')
  await other.getByRole('button', { name: 'Save changes' }).press('Enter')
  await expect(other.getByText('Group once more').first()).toBeVisible()
  await keeper.context().close()
  await other.context().close()
})

test('without a connection a list says so, and reads its rows as soon as it is asked again', async ({ browser }) => {
  const page = await openPageAs(browser, 'master_admin')
  await goTo(page, '/masters/products')
  const rows = page.locator('.grid tbody tr[data-id]')
  await expect(rows.first()).toBeVisible()
  await page.context().setOffline(true)
  await page.getByLabel('Search', { exact: true }).fill('LS-1003')
  const said = page.getByRole('main').getByRole('alert').filter({ hasText: 'The server cannot be reached' })
  await expect(said).toBeVisible()
  await page.context().setOffline(false)
  const again = said.getByRole('button', { name: 'Try again' })
  // The connection may come back before it is asked for.
  await again.click({ timeout: 2_000 }).catch(() => expect(again).toBeHidden())
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('LS-1003')
  await page.context().close()
})
