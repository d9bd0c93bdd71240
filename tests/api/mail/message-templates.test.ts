import { expect, it } from 'vitest'
import { personWith } from '../../support/people.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const admin = portal.person(at => personWith(at, ['SYS_ADMIN']))

const PATH = '/api/settings/message-template'
const template = async (code: string) => (await admin.get(`${PATH}?code=${code}&medium=EMAIL`)).body.data[0]
const save = async (code: string, changes: object) => {
  const { id, rowVersion } = await template(code)
  return admin.patch(`${PATH}/${id}`, { ...changes, rowVersion })
}

it('refuses a template with an unknown placeholder, and lists the allowed ones', async () => {
  const { status, body } = await save('ORDER_SUBMITTED', { body: 'Dear {nam},\n\nyour order {orderNo}.' })
  expect(status).toBe(400)
  expect(body.errors).toMatchObject([
    { field: 'body', message: expect.stringMatching(/^\{nam\} is not filled in for ORDER_SUBMITTED: use \{name\}, /) },
  ])
  expect((await save('ORDER_SUBMITTED', { subject: 'Order {lrNo}' })).body.errors[0].field).toBe('subject')
  expect((await save('ORDER_SUBMITTED', { body: 'Dear {name}: {customerPoNo}' })).status).toBe(200)
})

it('refuses codes and secret links in subjects', async () => {
  const { body } = await save('OTP', { subject: 'Your code is {code}' })
  expect(body.errors[0].message).toBe('{code} opens something: it may be used in the text, not in the subject')
})

it('mails a test only to the person who asks, with a sample for every placeholder', async () => {
  const rows = (await admin.get(`${PATH}?medium=EMAIL&$limit=100`)).body.data
  const { status, body } = await admin.post(`${PATH}/actions`, {
    action: 'sendTest',
    rows: rows.map(({ id, rowVersion }: { id: number; rowVersion: number }) => ({ id, rowVersion })),
  })
  expect([status, body.message]).toEqual([
    201,
    `${rows.length} tests go to tester@test.example, filled in with samples.`,
  ])
  const mails = await portal.db('message_log').where({ toAddress: 'tester@test.example' })
  expect(mails).toHaveLength(rows.length)
  const open = mails.filter(({ subject, body }) => /\{(?!portal\})[a-zA-Z]+\}/.test(`${subject} ${body}`))
  expect(open.map(({ templateCode }) => templateCode)).toEqual([])
  const agent = await personWith(portal, ['CSC_AGENT'])
  const [{ id, rowVersion }] = rows
  expect((await agent.post(`${PATH}/actions`, { action: 'sendTest', rows: [{ id, rowVersion }] })).status).toBe(403)
})

it('sends the test of an SMS to the mobile number of the person who asks, and says when there is none', async () => {
  const [{ id, rowVersion }] = (await admin.get(`${PATH}?code=OTP&medium=SMS`)).body.data
  const test = () => admin.post(`${PATH}/actions`, { action: 'sendTest', rows: [{ id, rowVersion }] })
  expect((await test()).body.message).toMatch(/^You have no mobile number/)
  await portal.db('user').where({ email: 'tester@test.example' }).update({ mobile: '9820012345' })
  expect((await test()).body.message).toBe('A test goes to 9820012345, filled in with samples.')
  expect(await portal.db('message_log').where({ medium: 'SMS' })).toHaveLength(1)
})
