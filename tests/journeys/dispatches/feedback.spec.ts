import type { Page } from '@playwright/test'
import { expect, goTo, noteLook, openPageAs, test } from '../../support/journey.ts'

const PHONE = { width: 390, height: 844 }

/** The link and number of the latest feedback mail that waits, as the IT administrator of a demonstration reads it. */
async function latestLink(admin: Page) {
  const read = (path: string) => admin.request.get(`/api${path}`).then(answer => answer.json())
  const query = 'topic=FEEDBACK&medium=EMAIL&status=QUEUED&$sort[createdAt]=-1&$limit=1'
  const [{ id, messageNo }] = (await read(`/message-logs?${query}`)).data
  const { body } = await read(`/demo-mail?id=${id}`)
  return { link: /\/feedback#[\w-]{22}/.exec(body)![0], messageNo: messageNo as string }
}

test('a stranger rates a delivery by the link of a mail, on a phone and with the keyboard; the desk follows it up', async ({
  browser,
}) => {
  const admin = await openPageAs(browser, 'sys_admin')
  const { link } = await latestLink(admin)
  const guest = await openPageAs(browser)
  await guest.setViewportSize(PHONE)
  await guest.goto(link)
  await expect(guest.getByRole('heading', { name: 'How was the delivery?' })).toBeVisible()
  await guest.getByRole('button', { name: 'Send feedback' }).press('Enter')
  await expect(guest.getByRole('alert')).toContainText('Fix 2 fields')
  await noteLook(guest)
  await guest.getByRole('link', { name: 'Rating is required' }).press('Enter')
  await guest.keyboard.press('Space')
  await guest.getByRole('group', { name: 'Were the goods in order?' }).getByLabel('No').check()
  await guest.getByLabel('What should we know?').fill('Two cartons were wet')
  await guest.getByRole('button', { name: 'Send feedback' }).press('Enter')
  await expect(guest.getByText('Thank you: your feedback is saved.')).toBeVisible()
  await guest.reload()
  await expect(guest.getByText('This link was used')).toBeVisible()

  await goTo(admin, '/shipment-tracking/feedback-report')
  await expect(admin.getByText(/of \d+ customers asked/)).toBeVisible()
  await admin.getByRole('button', { name: /Show as table.*Ratings/ }).click()
  await expect(admin.getByRole('columnheader', { name: 'Answers' })).toBeVisible()
  await noteLook(admin)
  const row = (await (await admin.request.get('/api/shipment-tracking/feedback?$sort[id]=-1&$limit=1')).json()).data[0]
  await goTo(admin, `/shipment-tracking/feedback-report?row=${row.id}`)
  const beside = admin.getByRole('dialog')
  await expect(beside.getByText('Two cartons were wet')).toBeVisible()
  await beside.getByRole('button', { name: 'Close follow-up' }).click()
  await admin.getByLabel('What was done').fill('Called the stores')
  await admin
    .getByRole('dialog', { name: /Close follow-up/ })
    .getByRole('button', { name: 'Close follow-up' })
    .click()
  await expect(beside.getByRole('button', { name: 'Close follow-up' })).toHaveCount(0)
  await expect(beside.getByText('Called the stores')).toBeVisible()
  await admin.context().close()
  await guest.context().close()
})

test('the service centre finds a message about a delivery, and sends it again to a corrected address', async ({
  browser,
}) => {
  const admin = await openPageAs(browser, 'sys_admin')
  const agent = await openPageAs(browser, 'csc_agent')
  await goTo(agent, '/shipment-tracking/retriggering-emails?f.topic=in:SHIPMENT,FEEDBACK')
  await expect(agent.getByRole('heading', { name: 'Retriggering Emails' })).toBeVisible()
  await noteLook(agent)
  const list = await agent.request.get('/api/message-logs?topic=SHIPMENT&medium=EMAIL&status=SENT&$limit=1')
  const waiting = await agent.request.get(
    '/api/message-logs?topic=SHIPMENT&medium=SMS&status[$ne]=QUEUED&$sort[id]=-1&$limit=1',
  )
  const [message] = [...(await list.json()).data, ...(await waiting.json()).data]
  await goTo(agent, `/shipment-tracking/retriggering-emails?row=${message.id}`)
  const beside = agent.getByRole('dialog')
  await beside.getByRole('button', { name: 'Send again' }).click()
  const ask = agent.getByRole('dialog', { name: /Send again/ })
  await ask.getByLabel('To another address').fill('9820054321')
  await ask.getByRole('button', { name: 'Send again' }).click()
  await expect(agent.getByText('Sent again: 1.')).toBeVisible()
  const again = await admin.request.get(`/api/message-logs?retriggerOfId=${message.id}`)
  expect((await again.json()).data).toMatchObject([{ toAddress: '9820054321', templateCode: message.templateCode }])
  await admin.context().close()
  await agent.context().close()
})
