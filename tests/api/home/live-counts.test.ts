import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MyWork, TileCount } from '../../../resources/home/commands.ts'
import { withinSeconds } from '../../support/limits.ts'
import { submittedOrder, takeStep } from '../../support/orders/example-order.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, demoPortal, type TestPortal } from '../../support/portal.ts'

let portal: TestPortal
const open: Socket[] = []
const soon = { timeout: withinSeconds(15) }
beforeAll(async () => {
  portal = await demoPortal()
})
afterAll(() => {
  for (const socket of open) socket.disconnect()
  return portal.close()
})

/** The home page of somebody, left open: it counts anew whenever the server reports a change. */
async function homeOf(who: ApiClient) {
  const count = async () =>
    new Map(
      ((await who.get('/api/home')).body as TileCount[]).map(({ name, total }): [string, number] => [name, total]),
    )
  const page = { shown: await count(), told: 0, count }
  const socket = io(portal.url, {
    path: '/api/live',
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: { authorization: `Bearer ${who.token}` },
  })
  open.push(socket)
  // One count after the other, so that the last one is what is shown.
  let counted = Promise.resolve()
  socket.on('changed', () => {
    page.told++
    counted = counted.then(async () => {
      page.shown = await count()
    })
  })
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve)
    socket.on('connect_error', reject)
  })
  return page
}

it('counts again as another person acts, on the home pages of those who read the order and on no others', async () => {
  const [asha, meena] = [await portal.as('asha'), await portal.as('meena')]
  const known = await submittedOrder(portal, asha)
  const { customerId } = await portal.db('order').where({ id: known.id }).first('customerId')
  const other = await portal.db('customer').whereNot({ id: customerId }).first('id')
  const manager = await homeOf(meena)
  const buyer = await homeOf(await personWith(portal, ['CUSTOMER'], { customerId }))
  const stranger = await homeOf(await personWith(portal, ['CUSTOMER'], { customerId: other.id }))
  const [waiting, ordered] = [manager.shown.get('queue-MY_APPROVAL')!, buyer.shown.get('open-orders')!]
  const before = new Map(stranger.shown)

  const order = await submittedOrder(portal, asha)
  await expect.poll(() => manager.shown.get('queue-MY_APPROVAL'), soon).toBe(waiting + 1)
  await expect.poll(() => buyer.shown.get('open-orders'), soon).toBe(ordered + 1)

  expect((await takeStep(meena, order.id, 'reject', { remark: 'Too large a discount' })).status).toBe(201)
  await expect.poll(() => manager.shown.get('queue-MY_APPROVAL'), soon).toBe(waiting)
  await expect.poll(() => buyer.shown.get('open-orders'), soon).toBe(ordered)
  // Whoever does not read the order was told of nothing, and has nothing else to count.
  expect([stranger.told, await stranger.count()]).toEqual([0, before])
})

it('shows an approver the order that waits for them among their work, with its value and why it waits', async () => {
  const { id } = await submittedOrder(portal, await portal.as('asha'))
  const { items }: MyWork = (await (await portal.as('meena')).get('/api/my-work')).body
  expect(items.find(item => item.kind === 'queue-MY_APPROVAL' && item.id === id)).toMatchObject({
    who: expect.any(String),
    key: expect.stringMatching(/^OR\d+$/),
    why: expect.stringMatching(/discount/),
    amount: expect.any(Number),
  })
})
