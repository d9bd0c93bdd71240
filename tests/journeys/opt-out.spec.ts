import { expect, goTo, noteLook, openPageAs, test } from '../support/journey.ts'

test('a person unsubscribes from offers: they request a link, open it from the mail, and confirm', async ({
  browser,
}) => {
  const admin = await openPageAs(browser, 'sys_admin')
  const read = (path: string) => admin.request.get(`/api${path}`).then(answer => answer.json())
  const [{ toAddress }] = (await read('/message-logs?topic=ORDER&$limit=1')).data

  const reader = await openPageAs(browser)
  await goTo(reader, '/login')
  await reader.getByRole('link', { name: 'Stop messages to my e-mail' }).click()
  await reader.getByRole('button', { name: 'Mail me the link' }).click()
  await expect(reader.getByText('E-mail is required')).toBeVisible()
  await noteLook(reader)
  await reader.getByLabel('Your e-mail').fill(toAddress)
  await reader.getByLabel('Which e-mails?').press('Enter')
  await reader.locator('.ant-select-item-option').filter({ hasText: 'offers' }).click()
  await reader.getByRole('button', { name: 'Mail me the link' }).click()
  await expect(reader.getByText(/a mail with a link is on its way/)).toBeVisible()

  const [{ id }] = (await read('/message-logs?templateCode=OPT_OUT_CONFIRM&$sort[id]=-1&$limit=1')).data
  const [link] = /\/opt-out#[\w.-]+/.exec((await read(`/demo-mail?id=${id}`)).body)!
  await goTo(reader, '/login')
  await reader.goto(link)
  await expect(reader.getByText(`Shall ${toAddress} get no more e-mails about offers and news?`)).toBeVisible()
  await noteLook(reader)
  await reader.getByRole('button', { name: 'Unsubscribe' }).press('Enter')
  await expect(reader.getByText(`${toAddress} no longer receives e-mails about offers and news.`)).toBeVisible()
  await admin.context().close()
  await reader.context().close()
})
