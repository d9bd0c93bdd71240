/** @module-tag sql */
import { beforeAll, describe, expect, it } from 'vitest'
import { idempotencyHeader, submittedOrder } from '../../support/orders/example-order.ts'
import { personWith } from '../../support/people.ts'
import type { ApiClient } from '../../support/portal.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
const meena = portal.person('meena')
let order: { id: number; orderNo: string }
let buyer: ApiClient
let stranger: ApiClient

beforeAll(async () => {
  order = await submittedOrder(portal, asha)
  const { customerId } = await portal.db('order').where({ id: order.id }).first('customerId')
  const other = await portal.db('customer').whereNot({ id: customerId }).first('id')
  buyer = await personWith(portal, ['CUSTOMER'], { customerId, name: 'Buyer of it' })
  stranger = await personWith(portal, ['CUSTOMER'], { customerId: other.id })
})

const say = (who: ApiClient, more: Record<string, unknown>) =>
  who.post('/api/order-comments', { orderId: order.id, body: 'As agreed by phone', ...more }, idempotencyHeader())
const read = async (who: ApiClient): Promise<string[]> =>
  (await who.get(`/api/order-comments?orderId=${order.id}&$sort[id]=1`)).body.data.map(
    ({ body }: { body: string }) => body,
  )
const idOf = async (loginId: string): Promise<number> => (await portal.db('user').where({ loginId }).first('id')).id
const notesFor = async (who: ApiClient): Promise<string[]> =>
  (await who.get('/api/my-notifications')).body.data.map(({ title }: { title: string }) => title)

describe('a comment on an order', () => {
  it('is read by everybody who reads the order, an internal one only by employees', async () => {
    expect((await say(asha, { body: 'He always asks for more', isInternal: true })).status).toBe(201)
    const open = await say(asha, { body: 'Delivery on Monday' })
    expect(open.body).toMatchObject({ authorName: 'Asha Patil', isInternal: false })
    expect(await read(meena)).toEqual(['He always asks for more', 'Delivery on Monday'])
    expect(await read(buyer)).toEqual(['Delivery on Monday'])
    expect(await read(stranger)).toEqual([])
    const internal = await portal.db('order_comment').where({ isInternal: 1 }).first('id')
    expect((await buyer.get(`/api/order-comments/${internal.id}`)).status).toBe(404)
  })

  it('notifies the people it mentions, and the other side when it is public', async () => {
    const mentions = [await idOf('meena')]
    await say(asha, { body: 'Please look, @Meena Kulkarni', isInternal: true, mentions })
    expect(await notesFor(meena)).toContain(`Asha Patil on order ${order.orderNo}`)
    const before = (await notesFor(buyer)).length
    await say(meena, { body: 'Ready tomorrow' })
    expect(await notesFor(buyer)).toHaveLength(before + 1)
    await say(buyer, { body: 'Thank you' })
    expect(await notesFor(asha)).toContain(`Buyer of it on order ${order.orderNo}`)
  })

  it.each([
    ['an empty one', { body: ' ' }, 400, 'Comment is required'],
    ['a long one', { body: 'x'.repeat(1001) }, 400, 'Comment must be at most 1000 characters'],
    ['in the name of another', { authorId: 1 }, 400, 'authorId is not read here'],
    ['with a mention of nobody', { mentions: [999_999] }, 400, 'cannot read this order'],
    ['on an order that is not there', { orderId: 999_999 }, 404, 'Not found'],
  ])('is refused: %s', async (_, more, status, sentence) => {
    const answer = await say(asha, more)
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(sentence)])
  })

  it('mentions nobody who could not read it', async () => {
    const { id: buyerId } = (await buyer.get('/api/me')).body.user
    const internal = await say(asha, { isInternal: true, mentions: [buyerId] })
    expect([internal.status, internal.body.message]).toEqual([
      400,
      'Buyer of it cannot read this comment: leave the mention out',
    ])
    const { id: strangerId } = (await stranger.get('/api/me')).body.user
    expect((await say(asha, { mentions: [strangerId] })).status).toBe(400)
  })

  it('is written by people who work with the order: not by outsiders or auditors, and by buyers only publicly', async () => {
    expect((await say(stranger, {})).status).toBe(404)
    expect((await say(await portal.as('auditor'), {})).status).toBe(403)
    expect((await say(buyer, { isInternal: true })).status).toBe(400)
    expect((await say(portal.nobody, {})).status).toBe(401)
  })

  it('offers colleagues of the SBU to mention, only to employees', async () => {
    const ask = async (who: ApiClient, q: string) =>
      (await who.get(`/api/order-mentions?orderId=${order.id}&q=${encodeURIComponent(q)}`)).body
    expect(await ask(asha, 'meena')).toEqual([{ id: await idOf('meena'), name: 'Meena Kulkarni' }])
    expect(await ask(asha, '%')).toEqual([])
    expect(await ask(buyer, 'meena')).toEqual([])
  })
})

it('the bell shows only a person’s own notifications, and marks them as read only up to the given one', async () => {
  const { body } = await meena.get('/api/my-notifications')
  expect(body.unread).toBeGreaterThan(0)
  const [newest] = body.data
  expect((await meena.post('/api/my-notifications', { readUpTo: newest.id - 1 })).status).toBe(201)
  const rest = (await meena.get('/api/my-notifications')).body
  expect(rest.unread).toBe(1)
  await asha.post('/api/my-notifications', { readUpTo: newest.id })
  expect((await meena.get('/api/my-notifications')).body.unread).toBe(1)
  expect((await meena.post('/api/my-notifications', { readUpTo: '1' })).status).toBe(400)
})
