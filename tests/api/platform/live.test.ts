import { randomUUID } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'
import { afterEach, describe, expect, it } from 'vitest'
import { sessionCookie } from '../../../api/account/session-cookie.ts'
import { rowsOf } from '../../../api/derive/rows-of.ts'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { updateRow } from '../../../api/derive/save/write.ts'
import { publishChange } from '../../../api/platform/live-changes.ts'
import { sbuWiseCnf } from '../../../resources/masters/sbu-wise-cnf.ts'
import type { LiveChange } from '../../../resources/platform/live-change.ts'
import { startRedis } from '../../support/databases/redis.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { importFile } from '../../support/imports.ts'
import { submittedOrder, takeStep } from '../../support/orders/example-order.ts'
import { PASSWORD } from '../../support/password.ts'
import { personWith } from '../../support/people.ts'
import type { ApiClient, TestPortal } from '../../support/portal.ts'
import { demoPortal, emptyPortal, portalBeside } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
const meena = portal.person('meena')

const open: Socket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect()
})

type Heard = LiveChange

/** Listens like a browser and collects the messages. */
async function listen(who: ApiClient, at: TestPortal = portal, headers?: Record<string, string>) {
  const socket = io(at.url, {
    path: '/api/live',
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: headers ?? { authorization: `Bearer ${who.token}` },
  })
  open.push(socket)
  const heard: Heard[] = []
  socket.on('changed', (what: Heard) => heard.push(what))
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve)
    socket.on('connect_error', reject)
  })
  return { socket, heard, orders: () => heard.flatMap(({ rows }) => rows.orders ?? []) }
}

const until = (isSo: () => boolean) => expect.poll(isSo).toBe(true)

describe('a browser that listens', () => {
  it('receives the ids of changed orders that the person may read, and of no others', async () => {
    const order = await submittedOrder(portal, asha)
    const { customerId } = await portal.db('order').where({ id: order.id }).first()
    const other = await portal.db('customer').whereNot({ id: customerId }).first('id')
    const a = await listen(await personWith(portal, ['CUSTOMER'], { customerId }))
    const b = await listen(await personWith(portal, ['CUSTOMER'], { customerId: other.id }))
    const keeper = await listen(await personWith(portal, ['MASTER_ADMIN']))
    const manager = await listen(meena)
    const auditor = await listen(await portal.as('auditor'))
    await takeStep(meena, order.id, 'approve')
    await until(() => [a, manager, auditor].every(one => one.orders().includes(order.id)))
    expect([b.heard, keeper.orders()]).toEqual([[], []])
    expect(Object.keys(a.heard[0]!).toSorted()).toEqual(['bell', 'rows'])
  })

  it('receives the rows of any resource that changed, by its path, where the person reads them', async () => {
    const keeper = await listen(await personWith(portal, ['MASTER_ADMIN']))
    const buyer = await listen(await portal.as('customer'))
    const { id } = await exampleRow(portal.db, sbuWiseCnf)
    await until(() => keeper.heard.some(({ rows }) => rows['masters/sbu-wise-cnf']?.includes(id)))
    const [row] = await rowsOf(portal.db, sbuWiseCnf, rows => rows.where({ id }))
    await updateRow(portal.db, sbuWiseCnf, row!, { validTo: '2098-12-31' }, systemAuthor('test'))
    await until(() => keeper.heard.filter(({ rows }) => 'masters/sbu-wise-cnf' in rows).length > 1)
    expect(buyer.heard.flatMap(({ rows }) => Object.keys(rows))).not.toContain('masters/sbu-wise-cnf')
  })

  it('is told that there are many where they are too many to name', async () => {
    const auditor = await listen(await portal.as('auditor'))
    const [row] = await rowsOf(portal.db, sbuWiseCnf, rows => rows.limit(1))
    publishChange(portal.db, { rows: { 'masters/sbu-wise-cnf': Array.from({ length: 5_000 }, (_, n) => row!.id + n) } })
    await until(() => auditor.heard.some(({ rows }) => rows['masters/sbu-wise-cnf'] === null))
  })

  it('hears of the rows that an import saved, which are too many to name', async () => {
    const keeper = await portal.as('master_admin')
    const browser = await listen(keeper)
    const code = `L${randomUUID().slice(0, 2).toUpperCase()}`
    const lines = ['Group no,Code,Description', `5,${code},Heard of`]
    const { status } = await importFile(portal, keeper, 'masters/mvgr', lines.join('\n'), { commit: true })
    expect(status).toBe('DONE')
    await until(() => browser.heard.some(({ rows }) => rows['masters/mvgr'] === null))
  })

  it('receives a new notification when it is for this person', async () => {
    const manager = await listen(meena)
    const rep = await listen(asha)
    const order = await submittedOrder(portal, asha)
    await until(() => manager.heard.some(({ bell }) => bell) && rep.orders().includes(order.id))
    expect(rep.heard.some(({ bell }) => bell)).toBe(false)
  })

  it('gets no answers to requests over the socket: requests go over HTTP', async () => {
    const { socket, orders } = await listen(meena)
    const answers: unknown[] = []
    for (const words of [
      ['find', 'api/orders', {}],
      ['get', 'api/orders', 1, {}],
      ['create', 'api/authentication', { strategy: 'local', loginId: 'asha', password: PASSWORD }],
    ])
      socket.emit(words[0] as string, ...words.slice(1), (...answer: unknown[]) => answers.push(answer))
    const order = await submittedOrder(portal, asha)
    await takeStep(meena, order.id, 'approve')
    // A request sent before the change would have been answered before the change is reported.
    await until(() => orders().includes(order.id))
    await new Promise(next => setTimeout(next, 500))
    expect(answers).toEqual([])
  })

  it('receives nothing once the session has ended, and the socket is closed', async () => {
    const leaving = await portal.as('meena')
    const { socket, heard } = await listen(leaving)
    expect(socket.connected).toBe(true)
    await leaving.delete('/api/authentication')
    const order = await submittedOrder(portal, asha)
    await until(() => socket.disconnected)
    // Earlier orders may have been reported before the sign-out.
    expect([order.status, heard.flatMap(({ rows }) => rows.orders ?? []).includes(order.id)]).toEqual([
      'PENDING',
      false,
    ])
  })

  it('no longer receives orders that only a revoked role had shown', async () => {
    const who = await personWith(portal, ['AUDITOR'])
    const auditor = await listen(who)
    const order = await submittedOrder(portal, asha)
    await until(() => auditor.orders().includes(order.id))
    await portal
      .db('assign_roles')
      .where({ userId: (await who.get('/api/me')).body.user.id })
      .update({ isActive: 0 })
    const manager = await listen(meena)
    const later = await submittedOrder(portal, asha)
    await until(() => manager.orders().includes(later.id))
    expect(auditor.orders()).not.toContain(later.id)
  })

  it('receives the other person’s changes while viewing the portal as that person', async () => {
    const admin = await portal.as('sys_admin')
    const rohan = await portal.db('user').where({ loginId: 'customer' }).first('id', 'customerId')
    const order = await submittedOrder(portal, asha)
    await portal.db('order').where({ id: order.id }).update({ customerId: rohan.customerId })
    const before = await listen(admin)
    const view = await admin.post('/api/view-as', { userId: rohan.id, reason: 'A question on the phone' })
    expect(view.status).toBe(201)
    await takeStep(meena, order.id, 'approve')
    await until(() => before.orders().includes(order.id))
  })

  it.each([
    ['nobody', {}],
    ['a token that is none', { authorization: 'Bearer x.y.z' }],
  ])('is never accepted as %s', async (_, headers) => {
    await expect(listen(portal.nobody, portal, headers as Record<string, string>)).rejects.toThrow('Please sign in')
  })

  it('gets the portal’s own error over plain HTTP', async () => {
    const { status, body } = await meena.get('/api/live/?EIO=4&transport=polling')
    expect([status, body.className]).toEqual([404, 'not-found'])
  })

  it('is accepted by its cookie only from the portal’s own pages', async () => {
    const cookie = `${sessionCookie({ environment: 'test' })}=${meena.token}`
    await expect(listen(meena, portal, { cookie, origin: 'https://elsewhere.example' })).rejects.toThrow()
    await expect(listen(meena, portal, { cookie })).rejects.toThrow()
    expect((await listen(meena, portal, { cookie, origin: portal.url })).socket.connected).toBe(true)
  })

  it('is known in production by the cookie of this very host alone', async () => {
    const secured = await emptyPortal({ NODE_ENV: 'production', BILTY_SECRET: 'x'.repeat(40) })
    try {
      const who = await personWith(secured, ['SALES_REP'])
      // The password of the demo company is to be changed in production.
      await secured.db('user').update({ mustChangePassword: 0 })
      const by = (name: string) => ({ cookie: `theme=dark; ${name}=${who.token}`, origin: secured.url })
      await expect(listen(who, secured, by('bilty'))).rejects.toThrow()
      const name = sessionCookie({ environment: 'production' })
      expect((await listen(who, secured, by(name))).socket.connected).toBe(true)
    } finally {
      for (const socket of open.splice(0)) socket.disconnect()
      await secured.close()
    }
  })

  it('does not keep an idle session alive', async () => {
    const who = await portal.as('meena')
    const { sid } = JSON.parse(Buffer.from(who.token!.split('.')[1]!, 'base64url').toString())
    const seen = new Date(Date.now() - 3600_000).toISOString()
    await portal.db('login_session').where({ id: sid }).update({ lastSeenAt: seen })
    const manager = await listen(who)
    const order = await submittedOrder(portal, asha)
    await until(() => manager.orders().includes(order.id))
    expect((await portal.db('login_session').where({ id: sid }).first()).lastSeenAt).toBe(seen)
  })
})

describe('several processes of one portal', () => {
  it('pass changes to each other through Redis', async () => {
    const redis = await startRedis()
    const beside = [
      await portalBeside(portal, { REDIS_URL: redis.url }),
      await portalBeside(portal, { REDIS_URL: redis.url }),
    ] as const
    try {
      await until(() => redis.subscribers() === 2)
      const manager = await listen(meena, beside[1])
      const order = await submittedOrder(beside[0], await beside[0].as('asha'))
      await until(() => manager.orders().includes(order.id))
    } finally {
      for (const each of beside) await each.close()
      await redis.close()
    }
  })
})
