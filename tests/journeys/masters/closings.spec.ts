import { expect, goTo, noteLook, openPageAs, test } from '../../support/journey.ts'

/** A plant that nothing refers to. */
const PLANT = { code: '9911', name: 'Old depot', plantType: 'DEPOT', pincode: '411001' }

test('a plant is closed as one deed, which its page tells and undoes until the last day is over', async ({
  browser,
}) => {
  const page = await openPageAs(browser, 'sys_admin')
  const headers = { 'X-Requested-With': 'bilty' }
  const like = (await (await page.request.get('/api/settings/plant?$limit=1')).json()).data[0]
  const taker = `${like.code} · ${like.name}`
  const { stateId, address, gstin } = like
  const made = await page.request.post('/api/settings/plant', {
    headers,
    data: { ...PLANT, stateId, address, gstin },
  })
  expect(made.ok(), await made.text()).toBe(true)
  const { id } = await made.json()
  await goTo(page, `/settings/plant/show/${id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Close for good' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Close for good: 9911/)
  await expect(page.getByText('Nothing refers to it', { exact: false })).toBeVisible()
  await noteLook(page)
  const send = page.getByRole('button', { name: /^Close after / })
  await send.click()
  await expect(page.getByText('Reason is required')).toBeVisible()
  await page.getByLabel('Reason').fill('Lease ends')
  const takes = page.getByRole('combobox', { name: 'Which plant takes over' })
  await takes.fill(like.code)
  await page.getByTitle(taker).click()
  await send.click()
  const note = page.getByRole('region', { name: 'Will be closed' })
  await expect(note).toContainText(`${taker} takes over. `)
  await expect(note).toContainText('planned it: Lease ends.')
  await noteLook(page)
  await goTo(page, '/masters/closings')
  await expect(page.getByRole('row', { name: /9911 · Old depot/ })).toContainText('Planned')
  await goTo(page, `/settings/plant/show/${id}`)
  await note.getByRole('button', { name: 'Undo the closing' }).click()
  await expect(note).toBeHidden()
  expect((await (await page.request.get(`/api/settings/plant/${id}`)).json()).lastDay).toBeNull()
  await page.context().close()
})
